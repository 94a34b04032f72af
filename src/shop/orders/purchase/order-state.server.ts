import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { accountLockOrder } from '#shop/auth/user-queries.server.ts'
import { shownImage } from '#shop/catalogue/images/shown-image.server.ts'
import { buyerTaxColumns } from '#shop/companies/buyer-tax-columns.server.ts'
import { lockCurrentLists } from '#shop/list-store/order-list-queries.server.ts'
import { isNewBuyer, lineIsOpen } from '#shop/orders/line-states.server.ts'
import type { OrderCompany } from '#shop/orders/order.ts'
import { type OrderRules, piecesForNew, type SharedStock } from '#shop/orders/order-caps.ts'
import { toCompany } from '#shop/orders/order-header.server.ts'
import { candidatesAt, priceAt, reasonOf } from '#shop/prices/price-ladder.ts'
import {
  hasLists,
  listsFor,
  type OwnPrices,
  type PricedProduct,
  type ViewersLists,
} from '#shop/prices/prices-for.server.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import type { Holding } from './check-order-lines.ts'
import type { OrderAnswer, OrderRequest } from './order-request.server.ts'
import { mayPayAtOnce, ordersOfLastMinute } from './recent-orders.server.ts'

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
  /** Whether there are price lists for the buyer, now or on other days. */
  hasLists: boolean
  company: OrderCompany | null
}
type StoredAnswer = { accountId: string; key: string; requestHash: string; answer: OrderAnswer }
/** The state for deciding on requests, valid until the transaction ends. */
export type OrderState = {
  products: Map<string, ProductForSale>
  lists: ViewersLists
  buyers: Map<string, BuyerState>
  answers: StoredAnswer[]
  /** The versions of the order lists that are to be placed, by buyer. */
  listVersions: Map<string, number>
}

/**
 * Locks the buyers, then the products on sale, each kind in one order, so that concurrent batches wait for
 * each other and never deadlock. Then reads the state for the rules, which is valid until the
 * transaction ends.
 */
export async function lockAndRead(
  db: Db,
  requests: readonly OrderRequest[],
  rules: OrderRules,
  maxWaitMs: number,
): Promise<OrderState> {
  const buyerIds = [...new Set(requests.map(({ buyer }) => buyer.id))]
  const named = requests.flatMap(({ lines }) => lines.map(({ productId }) => productId))
  const productIds = [...new Set(named)].filter((id) => isUuid(id))
  await lockBuyers(db, buyerIds, maxWaitMs)
  const products = await lockProducts(db, productIds)
  const buyers = await readBuyers(db, buyerIds, productIds)
  if (buyers.some(({ isNew }) => isNew)) await addShares(db, products, requests, rules)
  const byId = new Map(products.map((product) => [product.id, product]))
  const withLists = new Set(buyers.flatMap(({ id, hasLists }) => (hasLists ? id : [])))
  const asked = requests
    .filter(({ buyer }) => withLists.has(buyer.id))
    .map(({ buyer, lines }) => ({
      viewer: { accountId: buyer.id },
      products: lines.flatMap(({ productId }) => byId.get(productId) ?? []),
    }))
  return {
    products: byId,
    lists: await listsFor(db, asked),
    buyers: new Map(buyers.map((buyer) => [buyer.id, buyer])),
    answers: await readAnswers(db, requests),
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

/** Holds back other orders of these buyers, and the deletion of their accounts, until the transaction ends. */
export async function lockBuyers(db: Db, ids: readonly string[], maxWaitMs = 0): Promise<void> {
  // Statements are planned once in a session; without sequential scans, also a plan for empty tables stays right.
  if (maxWaitMs > 0)
    await sql`select set_config('lock_timeout', ${`${maxWaitMs}`}, true),
      set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true)`.execute(
      db,
    )
  await sql`
    ${prepared('lock-buyers')}
    with buyer as materialized (
      select id from account where id = any(${ids}::uuid[])
      order by ${accountLockOrder} for key share
    )
    select pg_advisory_xact_lock(lock_id) from (
      select hashtextextended('unpaid orders of ' || id, 0) as lock_id from buyer order by lock_id
    ) as in_order`.execute(db)
}

async function lockProducts(db: Db, ids: string[]): Promise<ProductForSale[]> {
  const { rows } = await sql<ProductForSale>`
    ${prepared('lock-products')}
    select id, name, sku, ${shownImage} as image, category, unit_price_cents as unit_price, min_quantity, quantity,
      is_discontinued, 0 as held_unpaid, 0 as held_by_new, 0 as held_at_once, null::timestamptz as next_end
    from product where id = any(${ids}::uuid[]) and (deleted_at is null or is_discontinued)
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

// Open lines are read by buyer alone, because a product that sells well has many.
async function readBuyers(db: Db, ids: string[], productIds: string[]): Promise<BuyerState[]> {
  const { rows } = await sql<BuyerRow>`
    ${prepared('read-buyers')}
    with open as materialized (
      select account_id, order_id, product_id, quantity,
        unit_price_cents::bigint * quantity as cents
      from order_line where account_id = any(${ids}::uuid[]) and ${lineIsOpen}
    )
    select account.id, email_verified, ${isNewBuyer(sql`account.id`)} as is_new, company.id as company_id, company.name as company_name, ${buyerTaxColumns}, held.orders,
      held.cents, of_products.pieces,
      ${ordersOfLastMinute()} as recent, ${mayPayAtOnce()} as may_pay_at_once,
      ${hasLists} as has_lists
    from account
    left join company_member on company_member.account_id = account.id
    left join company on company.id = company_id
    cross join lateral (
      select count(distinct order_id)::integer as orders,
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

/** Adds what new buyers hold where they could reach their share of a product with these requests. */
async function addShares(
  db: Db,
  products: ProductForSale[],
  requests: readonly OrderRequest[],
  rules: OrderRules,
): Promise<void> {
  await addHeld(db, products)
  const asked = Map.groupBy(
    requests.flatMap(({ lines }) => lines),
    ({ productId }) => productId,
  )
  const scarce = products.filter((product) => {
    const pieces = (asked.get(product.id) ?? []).reduce((sum, { quantity }) => sum + quantity, 0)
    return pieces > piecesForNew(rules, { ...product, heldByNew: product.heldUnpaid })
  })
  if (scarce.length > 0) await addHeldByNew(db, scarce)
}

export async function addHeld(db: Db, products: (SharedStock & { id: string })[]): Promise<void> {
  const { rows } = await sql<{ productId: string; pieces: number }>`
    select product_id, sum(quantity)::integer as pieces from order_line
    where product_id = any(${products.map(({ id }) => id)}::uuid[]) and ${lineIsOpen}
    group by product_id`.execute(db)
  const held = new Map(rows.map(({ productId, pieces }) => [productId, pieces]))
  for (const product of products) product.heldUnpaid = held.get(product.id) ?? 0
}

/** Adds what new buyers hold of each product, and when the next of their orders ends. */
export async function addHeldByNew(db: Db, products: (SharedStock & { id: string })[]) {
  const { rows } = await sql<Omit<SharedStock, 'heldUnpaid'> & { productId: string }>`
    select product_id, sum(quantity)::integer as held_by_new,
      coalesce(sum(quantity) filter (where pay_at_once), 0)::integer as held_at_once,
      min(held_until) as next_end
    from order_line join orders on orders.id = order_id
    where product_id = any(${products.map(({ id }) => id)}::uuid[]) and ${lineIsOpen}
      and ${isNewBuyer(sql`order_line.account_id`)} group by product_id`.execute(db)
  for (const { productId, ...held } of rows) {
    const product = products.find(({ id }) => id === productId)
    if (product) Object.assign(product, held)
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
