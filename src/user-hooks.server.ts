import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ReclaimHooks } from '#shop/auth/email-verification/reclaim-account.server.ts'
import {
  abandonOrdersOf,
  closeOrdersOf,
  finishCancelling,
} from '#shop/orders/anonymize-orders.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-order.server.ts'
import { deleteReviewOf } from '#shop/reviews/review-queries.server.ts'
import type { UserDeletionHooks } from '#shop/users/delete-user.server.ts'

type Outside = { db: Db; log: Log; orders: OrderDeps }

/** A deleted user's review goes, its paid orders lose its name, and the unpaid ones are cancelled. */
export function deletionHooks(outside: Outside): UserDeletionHooks {
  return {
    inTransaction: async (db, accountId, pseudonym) => {
      await closeOrdersOf(db, accountId, pseudonym)
      await deleteReviewOf(db, accountId)
    },
    afterwards: (accountId) => cancelOrders(outside, accountId),
  }
}

/** What somebody else ordered or wrote under an account goes when its e-mail's owner takes it over. */
export function reclaimHooks(outside: Outside): ReclaimHooks {
  return {
    inTransaction: async (db, account) => {
      await abandonOrdersOf(db, account)
      await deleteReviewOf(db, account.id)
    },
    afterwards: (accountId) => cancelOrders(outside, accountId),
  }
}

/** Whatever the card provider says: an order whose payment it did not cancel stays cancelling. */
async function cancelOrders({ db, log, orders }: Outside, accountId: string): Promise<void> {
  // Whoever has the account now no longer sees orders that somebody else placed under it.
  const buyer = { id: accountId, role: 'admin' } as const
  const { failed } = await finishCancelling(db, orders, accountId, buyer)
  for (const error of failed) {
    log.error(error, 'An order of a former user could not be cancelled yet')
  }
}
