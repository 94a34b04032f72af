import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { prepared } from '#platform/database/prepared-statements.server.ts'
import { type Cents, cents } from '#platform/money.ts'
import { type ApplyingList, nearestRows, type PriceRow, type PriceStep, priceLadder } from './price-ladder.ts'
import type { Viewer } from './viewer.server.ts'

export type PricedProduct = { id: string; category: string | null; unitPrice: Cents }

/** The prices of one product for one viewer, and the lists that they come from. */
export type OwnPrices = { ladder: PriceStep[]; lists: ApplyingList[] }

/**
 * Returns the prices of products for a viewer, by product. This is the only code that decides what a price
 * is; the base price alone is read elsewhere.
 */
export async function pricesFor(
  db: Db,
  viewer: Viewer,
  products: readonly PricedProduct[],
  at?: Date,
): Promise<Map<string, OwnPrices>> {
  const lists = await listsFor(db, [{ viewer, products }], at)
  return new Map(products.map((product) => [product.id, ownPrices(product, lists.of(viewer, product))]))
}

export function ownPrices({ unitPrice }: PricedProduct, lists: ApplyingList[]): OwnPrices {
  return { ladder: priceLadder(unitPrice, lists), lists }
}

export type ViewersLists = { of: (viewer: Viewer, product: PricedProduct) => ApplyingList[] }

type FoundRow = {
  viewer: string
  id: string
  name: string
  isContract: boolean
  /** What the row prices: a product's id, a category's slug, '' for everything; null where the list has no row. */
  scope: string | null
  /** Of `nearestRows`. */
  level: number
  minQuantity: number
  unitPriceCents: number | null
  percentOff: number | null
}

/** The condition that there are lists for an account with its `company`, which may be null, on any day. */
export const hasLists = sql<SqlBool>`exists (
  select from price_list where audience in ('everybody', 'company ' || company.id,
    'group ' || case when company.id is null
      then (select id from customer_group where is_default) else company.group_id end)
)`

/** Whose prices of which products are wanted. */
export type PriceRequest = { viewer: Viewer; products: readonly PricedProduct[] }

/** Until when visitors are known to have no list, by database: what they see may be a second old. */
const withoutLists = new WeakMap<Db, number>()
const REMEMBERED_MS = 1000

/**
 * Reads the lists that apply to each viewer with their rows for the own products. As of now, it reads nothing
 * for visitors who had no list a second ago.
 */
export async function listsFor(
  db: Db,
  requests: readonly PriceRequest[],
  asOf?: Date,
): Promise<ViewersLists> {
  const areVisitorsKnown = !asOf && performance.now() < (withoutLists.get(db) ?? 0)
  const open = areVisitorsKnown ? requests.filter(({ viewer }) => !isVisitor(viewer)) : requests
  if (open.length === 0) return { of: () => [] }
  const rows = await readLists(db, open, asOf ?? new Date())
  if (!asOf && open.some(({ viewer }) => isVisitor(viewer))) {
    const hasList = rows.some(({ viewer }) => viewer === viewerKey({}))
    if (!hasList) withoutLists.set(db, performance.now() + REMEMBERED_MS)
  }
  const priced = rows.filter(({ scope }) => scope !== null)
  const byViewer = new Map(
    [...Map.groupBy(priced, ({ viewer }) => viewer)].map(([key, rows]) => [key, byList(rows)]),
  )
  return {
    of: (viewer, product) =>
      (byViewer.get(viewerKey(viewer)) ?? []).flatMap((byScope) => listOf(byScope, product)),
  }
}

/** Reads the lists in one statement, and no row for viewers without a list. */
async function readLists(db: Db, requests: readonly PriceRequest[], at: Date): Promise<FoundRow[]> {
  const viewers = [...new Map(requests.map(({ viewer }) => [viewerKey(viewer), viewer])).entries()]
  const pairs = requests.flatMap(({ viewer, products }) =>
    products.map(({ id, category }) => ({ key: viewerKey(viewer), id, category })),
  )
  const { rows } = await sql<FoundRow>`
    ${prepared('lists-for')}
    with
    -- Scalar subqueries hide how many there are, so that the statement is planned once and not each time.
    request as materialized (
      select (select ${viewers.map(([key]) => key)}::text[]) as keys,
        (select ${viewers.map(([, { accountId }]) => accountId ?? null)}::uuid[]) as accounts,
        (select ${viewers.map(([, { companyId }]) => companyId ?? null)}::uuid[]) as companies,
        (select ${viewers.map(([, { groupId }]) => groupId ?? null)}::uuid[]) as groups,
        (select ${pairs.map(({ key }) => key)}::text[]) as pair_keys,
        (select ${pairs.map(({ id }) => id)}::uuid[]) as products,
        (select ${pairs.map(({ category }) => category)}::text[]) as categories,
        (select ${at}::timestamptz) as at
    ),
    viewer as (
      select key, company.id as company_id,
        case
          when company.id is not null then company.group_id
          when account_id is not null then (select id from customer_group where is_default)
          else given_group
        end as group_id
      from request, unnest(keys, accounts, companies, groups)
        as given (key, account_id, given_company, given_group)
      left join company_member using (account_id)
      left join company on company.id = coalesce(given_company, company_member.company_id)
    ),
    applying as materialized (
      select key, price_list.id, name, is_contract
      from request
      cross join viewer
      cross join lateral (values
        ('everybody'), ('group ' || group_id), ('company ' || company_id)
      ) as reached (audience)
      join price_list using (audience)
      where published_at is not null and (valid_from is null or valid_from <= request.at)
        and (valid_until is null or valid_until > request.at)
    ),
    pair as materialized (
      select pair.* from request, unnest(pair_keys, products, categories) as pair (key, id, category)
    ),
    -- The targets of rows that may price the pairs of a viewer.
    candidate as materialized (
      select key, id::text as target, id::text as scope, 0 as level from pair
      union
      select key, 'in ' || category, category, 1 from pair where category is not null
      union
      select key, 'in ' || parent, slug, 2 from pair join category on slug = pair.category
      where parent is not null
      union
      select key, 'all', '', 3 from viewer
    )
    select applying.key as viewer, applying.id, name, is_contract, scope, level, min_quantity, unit_price_cents,
      percent_off
    from applying
    -- OFFSET 0 makes the planner look up each list's rows by the primary key, however many rows there are.
    left join lateral (
      select target, min_quantity, unit_price_cents, percent_off::float8 from price_row
      where list_id = applying.id
        and target = any(array(select target from candidate where candidate.key = applying.key)) offset 0
    ) as price on true
    left join candidate on candidate.target = price.target and candidate.key = applying.key`.execute(db)
  return rows
}

function byList(rows: FoundRow[]): Map<string | null, FoundRow[]>[] {
  const lists = Map.groupBy(rows, ({ id }) => id)
  return [...lists.values()].map((rows) => Map.groupBy(rows, ({ scope }) => scope))
}

/** A list with its rows for a product, of which only the nearest kind counts. */
function listOf(byScope: Map<string | null, FoundRow[]>, { id, category }: PricedProduct) {
  const counted = nearestRows(
    [id, category, ''].flatMap((scope) => (scope === null ? [] : (byScope.get(scope) ?? []))),
  )
  const [list] = counted
  if (!list) return []
  return [{ id: list.id, name: list.name, isContract: list.isContract, rows: counted.map(toRow) }]
}

function toRow({ minQuantity, unitPriceCents, percentOff }: FoundRow): PriceRow {
  return unitPriceCents === null
    ? { minQuantity, percentOff: percentOff ?? 0 }
    : { minQuantity, unitPrice: cents(unitPriceCents) }
}

const isVisitor = (viewer: Viewer) => viewerKey(viewer) === viewerKey({})

/** Returns a text that is the same for the same viewer only. */
export function viewerKey({ accountId = '', companyId = '', groupId = '' }: Viewer): string {
  return `${accountId} ${companyId} ${groupId}`
}
