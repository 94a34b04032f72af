import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ReclaimHooks } from '#shop/auth/email-verification/reclaim-account.server.ts'
import {
  anonymizeOrdersOf,
  detachOrdersOf,
  finishCancelling,
} from '#shop/orders/anonymize-orders.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-order.server.ts'
import { deleteReviewOf } from '#shop/reviews/review-queries.server.ts'
import type { UserDeletionHooks } from '#shop/users/delete-user.server.ts'

type HookDeps = { db: Db; log: Log; orders: OrderDeps }

/** When a user is deleted: deletes the review, anonymizes paid orders and cancels unpaid ones. */
export function deletionHooks(deps: HookDeps): UserDeletionHooks {
  return {
    inTransaction: async (db, accountId, pseudonym) => {
      await anonymizeOrdersOf(db, accountId, pseudonym)
      await deleteReviewOf(db, accountId)
    },
    afterwards: (accountId) => cancelOrders(deps, accountId),
  }
}

/** When an account changes hands: detaches its orders and deletes its review. */
export function reclaimHooks(deps: HookDeps): ReclaimHooks {
  return {
    inTransaction: async (db, account) => {
      await detachOrdersOf(db, account)
      await deleteReviewOf(db, account.id)
    },
    afterwards: (accountId) => cancelOrders(deps, accountId),
  }
}

/** Cancels unpaid orders; those that the card provider does not confirm stay cancelling. */
async function cancelOrders({ db, log, orders }: HookDeps, accountId: string): Promise<void> {
  // As an admin, because the account's new owner no longer has access to these orders.
  const buyer = { id: accountId, role: 'admin' } as const
  const { failed } = await finishCancelling(db, orders, accountId, buyer)
  for (const error of failed) {
    log.error(error, 'An order of a former user could not be cancelled yet')
  }
}
