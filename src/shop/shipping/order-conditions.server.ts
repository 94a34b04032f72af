import { type SqlBool, sql } from 'kysely'
import type { PlacedOrder } from '#shop/orders/order.ts'
import { hasPiecesToShip, onHold } from './parcels/order-goods.server.ts'

/** An order without an address waits: its buyer has deleted the account. */
export function isOnHold({ address }: Pick<PlacedOrder, 'address'>): boolean {
  return address === ''
}

/** The condition that `orders` may have pieces to pack. */
export const mayHoldOpenPieces = sql<SqlBool>`(not ${onHold} and ${hasPiecesToShip})`
