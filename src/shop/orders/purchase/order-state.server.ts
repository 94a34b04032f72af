import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { buyerTaxColumns } from '#shop/companies/buyer-tax-columns.server.ts'
import { lockCurrentLists } from '#shop/list-store/order-list-queries.server.ts'
import { lineIsOpen, neverPaid } from '#shop/orders/line-states.server.ts'
import type { OrderCompany } from '#shop/orders/order.ts'
import type { SharedStock } from '#shop/orders/order-caps.ts'
import { toCompany } from '#shop/orders/order-header.server.ts'
import { candidatesAt, priceAt, reasonOf } from '#shop/prices/price-ladder.ts'
import {
  listsFor,
  type OwnPrices,
  type PricedProduct,
  type ViewersLists,
} from '#shop/prices/prices-for.server.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { poolsOf } from './buyer-pools.server.ts'
import type { Holding } from './check-order-lines.ts'
import type { OrderAnswer, OrderRequest } from './place-orders.server.ts'

type OrderedProduct = PricedProduct & { name: string; sku: string; image: string }

/** Returns what a line keeps of its product; `lists` are those that apply to its buyer. */
export function orderedOf(product: OrderedProduct & OwnPrices, quantity: number) {
  const { id, name, sku, unitPrice: base, image, ladder, lists } = product
  const priceReason = lists.length === 0 ? null : reasonOf(candidatesAt(base, lists, quantity))
  const unitPrice = priceAt(ladder, quantity)
  return { productId: id, productName: name, sku, unitPrice, priceReason, image }
}

/** A product on sale, locked. */
export type ProductForSale = OrderedProduct & SharedStock
/** A buyer with the counts that the rules need. */
export type BuyerState = Holding & {
  id: string
  pieces: Map<string, number>
  /** Orders within the last minute. */
  recent: number
  hasPaid: boolean
  company: OrderCompany | null
}
type StoredAnswer = { accountId: string; key: string; requestHash: string; answer: OrderAnswer }
/** The state for deciding on requests, valid until the transaction ends. */
export type OrderState = {
  products: Map<string, ProductForSale>
  /** The price lists that apply to the buyers. */
  lists: ViewersLists
  buyers: Map<string, BuyerState>
  answers: StoredAnswer[]
  /** What buyers who never paid hold unpaid together, in cents, by pool. */
  pools: Map<string, number>
  /** The versions of the order lists that are to be placed, by buyer. */
  listVersions: Map<string, number>
}

/**
 * Locks the buyers, then the products on sale, then pools of buyers, each kind in one order, so that concurrent batches wait
 * for each other and never deadlock. Then reads the state for the rules, which is valid until the
 * transaction ends.
 */
export async function lockAndRead(
  db: Db,
  requests: readonly OrderRequest[],
  maxWaitMs: number,
): Promise<OrderState> {
  const buyerIds = [...new Set(requests.map(({ buyer }) => buyer.id))]
  const named = requests.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  const productIds = [...new Set(named)].filter((id) => isUuid(id))
  await lockBuyers(db, buyerIds, maxWaitMs)
  const products = await lockProducts(db, productIds)
  const pools = await lockPools(db, requests)
  const buyers = await readBuyers(db, buyerIds, productIds)
  if (buyers.some(({ emailVerified }) => !emailVerified)) await addHeld(db, products)
  const byId = new Map(products.map((product) => [product.id, product]))
  const asked = requests.map(({ buyer, lines }) => ({
    viewer: { accountId: buyer.id },
    products: lines.flatMap(({ productId }) => byId.get(productId) ?? []),
  }))
  return {
    products: byId,
    lists: await listsFor(db, asked, new Date()),
    buyers: new Map(buyers.map((buyer) => [buyer.id, buyer])),
    answers: await readAnswers(db, requests),
    pools,
    listVersions: await lockLists(db, requests),
  }
}

async function lockLists(db: Db, requests: readonly OrderRequest[]): Promise<Map<string, number>> {
  const placing = requests.filter(({ listVersion }) => listVersion !== undefined)
  if (placing.length === 0) return new Map()
  return lockCurrentLists(
    db,
    placing.map(({ buyer }) => buyer.id),
  )
}

/** Holds back other orders of these buyers until the transaction ends. */
export async function lockBuyers(db: Db, ids: readonly string[], maxWaitMs = 0): Promise<void> {
  if (maxWaitMs > 0)
    await sql`select set_config('lock_timeout', ${`${maxWaitMs}`}, true)`.execute(db)
  await sql`
    ${prepared('lock-buyers')}
    select pg_advisory_xact_lock(lock_id) from (
      select distinct hashtextextended('unpaid orders of ' || buyer, 0) as lock_id
      from unnest(${ids}::uuid[]) as buyer order by lock_id
    ) as in_order`.execute(db)
}

/**
 * Holds back orders of others who share a network or a mail domain with these buyers, if they never
 * paid; then reads what such buyers hold together. Comes last, so that
 * an order that waits for a product does not hold back its neighbours.
 */
async function lockPools(db: Db, requests: readonly OrderRequest[]): Promise<Map<string, number>> {
  const given = requests.flatMap(({ buyer, ipAddress = null }) =>
    poolsOf(buyer.email, ipAddress).map(({ name }) => ({ buyerId: buyer.id, name })),
  )
  if (given.length === 0) return new Map()
  const { rows: locked } = await sql<{ name: string }>`
    select name, pg_advisory_xact_lock(lock_id) from (
      select name, hashtextextended('unpaid orders of ' || name, 0) as lock_id
      from unnest(${given.map(({ buyerId }) => buyerId)}::uuid[], ${given.map(({ name }) => name)}::text[])
        as given (buyer, name)
      where ${neverPaid(sql`buyer`)} group by name order by lock_id
    ) in_order`.execute(db)
  if (locked.length === 0) return new Map()
  // Not prepared, as for buyers.
  const { rows } = await sql<{ name: string; cents: number }>`
    select name, sum(unit_price_cents::bigint * quantity)::float8 as cents
    from unnest(${locked.map(({ name }) => name)}::text[]) name
    join order_line on pools @> array[name] and pools <> '{}' and ${lineIsOpen}
    where ${neverPaid(sql`order_line.account_id`)} group by name`.execute(db)
  return new Map(rows.map(({ name, cents }) => [name, cents]))
}

async function lockProducts(db: Db, ids: string[]): Promise<ProductForSale[]> {
  const { rows } = await sql<ProductForSale>`
    ${prepared('lock-products')}
    select id, name, sku, image, category, unit_price_cents as unit_price, min_quantity, quantity,
      0 as held_unpaid, 0 as held_by_unverified
    from product where id = any(${ids}::uuid[]) and deleted_at is null
    order by id for no key update`.execute(db)
  return rows
}

type BuyerRow = Omit<BuyerState, 'pieces' | 'tax' | 'company'> & {
  pieces: Record<string, number> | null
  taxTreatment: TaxTreatment
  taxReference: string | null
  companyId: string | null
  companyName: string | null
}

// Not prepared: a plan made while the table is empty would scan all lines for each buyer. Open lines are
// read by buyer alone, because a product that sells well has many.
async function readBuyers(db: Db, ids: string[], productIds: string[]): Promise<BuyerState[]> {
  const { rows } = await sql<BuyerRow>`
    with open as materialized (
      select account_id, order_id, product_id, quantity,
        unit_price_cents::bigint * quantity as cents
      from order_line where account_id = any(${ids}::uuid[]) and ${lineIsOpen}
    )
    select account.id, email_verified, not ${neverPaid(sql`account.id`)} as has_paid, held.lines,
      company.id as company_id, company.name as company_name, ${buyerTaxColumns}, held.orders,
      held.cents, of_products.pieces,
      (select count(*)::integer from orders
        where account_id = account.id
          -- As a pair, which only the index of an account's orders serves.
          and (account_id, id) >= (account.id, ${aMinuteBefore(new Date())}::uuid)) as recent
    from account
    left join company_member on company_member.account_id = account.id
    left join company on company.id = company_id
    cross join lateral (
      select count(*)::integer as lines, count(distinct order_id)::integer as orders,
        coalesce(sum(cents), 0)::float8 as cents
      from open where account_id = account.id
    ) as held
    cross join lateral (
      select json_object_agg(product_id, pieces) as pieces from (
        select product_id, sum(quantity)::integer as pieces
        from open where account_id = account.id and product_id = any(${productIds}::uuid[])
        group by product_id
      ) as by_product
    ) as of_products
    where account.id = any(${ids}::uuid[])`.execute(db)
  return rows.map(({ pieces, taxTreatment, taxReference, companyId, companyName, ...buyer }) => ({
    ...buyer,
    company: toCompany({ companyId, companyName }),
    tax: { treatment: taxTreatment, reference: taxReference },
    pieces: new Map(Object.entries(pieces ?? {})),
  }))
}

/** Adds the pieces of each product in unpaid orders, in total and of unverified buyers. */
async function addHeld(db: Db, products: ProductForSale[]): Promise<void> {
  const { rows } = await sql<{ productId: string; unpaid: number; byUnverified: number }>`
    select product_id, sum(quantity)::integer as unpaid,
      coalesce(sum(quantity) filter (where not email_verified), 0)::integer as by_unverified
    from order_line join account on account.id = account_id
    where product_id = any(${products.map(({ id }) => id)}::uuid[]) and ${lineIsOpen}
    group by product_id`.execute(db)
  for (const { productId, unpaid, byUnverified } of rows) {
    const product = products.find(({ id }) => id === productId)
    if (product) Object.assign(product, { heldUnpaid: unpaid, heldByUnverified: byUnverified })
  }
}

async function readAnswers(db: Db, requests: readonly OrderRequest[]): Promise<StoredAnswer[]> {
  const keyed = requests.map(({ keyed }) => keyed).filter(({ key }) => key !== null)
  if (keyed.length === 0) return []
  const { rows } = await sql<StoredAnswer>`
    ${prepared('read-answers')}
    select account_id, key, request_hash, answer from idempotency_key
    where (account_id, key) in (
      select * from unnest(
        ${keyed.map(({ accountId }) => accountId)}::uuid[], ${keyed.map(({ key }) => key)}::text[])
    )`.execute(db)
  return rows
}

/** Returns the smallest id of an order placed in the minute before `now`. */
function aMinuteBefore(now: Date): string {
  const time = (now.getTime() - 60_000).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`
}
