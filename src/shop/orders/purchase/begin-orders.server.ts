import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Holding, StockedProduct } from './check-order-lines.ts'
import { aMinuteBefore, type OrderedProduct } from './new-order.server.ts'
import type { OrderGroup } from './order-group.server.ts'

export type ProductForSale = OrderedProduct & StockedProduct
export type BuyerState = Holding & {
  id: string
  pieces: Map<string, number>
  /** Placements within the last minute. */
  recent: number
}
type StoredAnswer = { owner: string; key: string; hash: string; answer: Order | Order[] }

/** What the rules need to decide a batch of orders, true until the transaction ends. */
export type OrdersState = {
  products: Map<string, ProductForSale>
  buyers: Map<string, BuyerState>
  answers: StoredAnswer[]
}

/**
 * Locks the buyers and products of a batch and reads their state, in the caller's transaction. With
 * `mostWaitMs`, it throws when it waits longer for a lock.
 */
export async function beginOrders(
  db: Db,
  groups: readonly OrderGroup[],
  mostWaitMs = 0,
): Promise<OrdersState> {
  const buyers = groups.map(({ buyer }) => buyer.id)
  const products = groups.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  const keyed = groups.map(({ request }) => request).filter(({ key }) => key !== null)
  const { rows } = await sql<{ found: Found }>`
    ${prepared('begin-orders')}
    select begin_orders(
      ${[...new Set(buyers)]}::uuid[],
      ${[...new Set(products)].filter((id) => isUuid(id))}::uuid[],
      ${keyed.map(({ accountId }) => accountId)}::uuid[],
      ${keyed.map(({ key }) => key)}::text[],
      ${aMinuteBefore(new Date())}::uuid,
      ${mostWaitMs}::integer
    ) as found`.execute(db)
  const { found } = rows[0] ?? {}
  return {
    products: new Map(found?.products?.map((product) => [product.id, product])),
    buyers: new Map(
      found?.buyers?.map(({ pieces, emailProven, ...buyer }) => [
        buyer.id,
        { ...buyer, emailVerified: emailProven, pieces: new Map(Object.entries(pieces ?? {})) },
      ]),
    ),
    answers: found?.answers ?? [],
  }
}

/** What `begin_orders` returns; its amounts are whole cents. */
type Found = {
  products: ProductForSale[] | null
  buyers: FoundBuyer[] | null
  answers: StoredAnswer[] | null
}

type FoundBuyer = Omit<BuyerState, 'pieces' | 'emailVerified'> & {
  emailProven: boolean
  pieces: Record<string, number> | null
}
