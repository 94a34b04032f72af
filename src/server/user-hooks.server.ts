import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { ReclaimHooks } from '#shop/auth/email-verification/reclaim-account.server.ts'
import { deleteColumnChoicesOf } from '#shop/column-choices/column-choices-api.server.ts'
import { claimPendingUsers } from '#shop/companies/pending/pending-users.server.ts'
import { deleteListsOf } from '#shop/list-store/order-list-queries.server.ts'
import { anonymizeOrdersOf, detachOrdersOf } from '#shop/orders/cancel/anonymize-orders.server.ts'
import type { OrderDeps } from '#shop/orders/cancel/cancel-lines.server.ts'
import { finishCancelling } from '#shop/orders/cancel/cancel-marked.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import { extendHolds } from '#shop/orders/purchase/extend-holds.server.ts'
import { deleteReviewOf } from '#shop/reviews/review-queries.server.ts'
import type { UserDeletionHooks } from '#shop/users/delete-user.server.ts'

/**
 * When a user's e-mail is verified: extends the holds of unpaid orders to the full duration, and gives the user the
 * company that an admin had named.
 */
export function verifiedHook(db: Db, rules: OrderRules): (accountId: string) => Promise<void> {
  return async (accountId) => {
    await extendHolds(db, rules, accountId)
    await claimPendingUsers(db, accountId)
  }
}

type HookDeps = { db: Db; log: Log; orders: OrderDeps }

/** When a user is deleted: anonymizes paid orders and cancels unpaid ones. */
export function deletionHooks(deps: HookDeps): UserDeletionHooks {
  return {
    inTransaction: async (db, accountId, pseudonym) => {
      await anonymizeOrdersOf(db, accountId, pseudonym)
    },
    afterwards: (accountId) => cancelOrders(deps, accountId),
  }
}

/** When the owner of an e-mail reclaims an account: removes the previous holder's orders, lists and review. */
export function reclaimHooks(deps: HookDeps): ReclaimHooks {
  return {
    inTransaction: async (db, account) => {
      await detachOrdersOf(db, account)
      await deleteReviewOf(db, account.id)
      await deleteListsOf(db, account.id)
      await deleteColumnChoicesOf(db, account.id)
    },
    afterwards: async (accountId) => {
      await claimPendingUsers(deps.db, accountId)
      await cancelOrders(deps, accountId)
    },
  }
}

/** Cancels the user's open orders. An order whose payment can't be cancelled yet stays cancelling. */
async function cancelOrders({ db, log, orders }: HookDeps, accountId: string): Promise<void> {
  const shop = { id: accountId, isShop: true }
  const { failed } = await finishCancelling(db, orders, accountId, shop)
  for (const error of failed) {
    log.error(error, 'Cancelling an order of a former user failed; it will be retried')
  }
}
