import { answerOf, restClient } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { HeldStockApi } from './held-stock-api.server.ts'
import type { HoldingPool, StockHolder } from './held-stock-json.server.ts'

const client = restClient<HeldStockApi>(authorizedFetch)

export function fetchStockHolders(): Promise<StockHolder[]> {
  return answerOf(client.heldStock.$get())
}

/** Cancels all unpaid orders of a buyer. */
export function sendCancelOrdersOf(buyerId: string) {
  return answerOf(client.heldStock[':buyerId'].$delete({ param: { buyerId } }))
}

/** How many buyers with an unverified e-mail have unpaid orders, how many orders, and their pieces. */
export function fetchUnverifiedHolders() {
  return answerOf(client.heldStock.unverified.$get())
}

/** Cancels the unpaid orders of all buyers with an unverified e-mail. */
export function sendCancelUnverified() {
  return answerOf(client.heldStock.unverified.$delete())
}

/** The networks and mail domains of several buyers who never paid and have unpaid orders. */
export function fetchHoldingPools(): Promise<HoldingPool[]> {
  return answerOf(client.heldStock.pools.$get())
}

/** Cancels the unpaid orders of the buyers of a network or mail domain who never paid. */
export function sendCancelPool(pool: string) {
  return answerOf(client.heldStock.pools.$delete({ query: { pool } }))
}
