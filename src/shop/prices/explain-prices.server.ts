import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { likeText } from '#platform/database/word-search.server.ts'
import type { Cents } from '#platform/money.ts'
import { type OwnPrices, type PricedProduct, pricesFor } from './prices-for.server.ts'
import type { Viewer } from './viewer.server.ts'

export type ProductPrices = OwnPrices & {
  product: PricedProduct & { sku: string; name: string; minQuantity: number }
}

type Row = ProductPrices['product']

/** A product as the editor of a price list shows it, with its category and the one above. */
export type PricedTool = OwnPrices & {
  product: Row & { image: string; family: string | null; parent: string | null }
}

/** Returns those products that there are of these SKUs, deleted ones too, with their prices for a viewer. */
export async function findPricedTools(
  db: Db,
  viewer: Viewer,
  { skus, shownImage }: { skus: readonly string[]; shownImage: RawBuilder<string> },
  at: Date,
): Promise<PricedTool[]> {
  const { rows } = await sql<PricedTool['product']>`
    select product.id, sku, product.name, category, parent, ${shownImage} as image, family, min_quantity,
      unit_price_cents as unit_price
    from product left join category on slug = category
    where sku = any(${skus.map((sku) => sku.toUpperCase())}::text[])`.execute(db)
  return withPrices(db, viewer, rows, at)
}

type ListedPrices = {
  search: string
  after: string
  size: number
  /** Only the products that a list of the company itself prices. */
  isOwn?: boolean
}

/** Returns a page of the products on sale by SKU, whose SKU or name begins with the search, with their prices. */
export async function listProductPrices(
  db: Db,
  viewer: Viewer,
  { search, after, size, isOwn }: ListedPrices,
  at: Date,
): Promise<ProductPrices[]> {
  const prefix = `${likeText(search)}%`
  const { rows } = await sql<Row>`
    select id, sku, name, category, min_quantity, unit_price_cents as unit_price from product
    where deleted_at is null and sku > ${after}
      and (lower(sku) like ${prefix} or lower(name collate "C") like ${prefix})
      and (${!isOwn} or exists (
        select from price_list join price_row on list_id = price_list.id
        where company_id = ${viewer.companyId ?? null}::uuid and published_at is not null
          and coalesce(valid_from <= ${at}, true) and coalesce(valid_until > ${at}, true)
          and target in (product.id::text, 'all', 'in ' || product.category,
            (select 'in ' || parent from category where slug = product.category))
      ))
    order by sku limit ${size}`.execute(db)
  return withPrices(db, viewer, rows, at)
}

async function withPrices<Product extends Row>(db: Db, viewer: Viewer, products: Product[], at: Date) {
  const prices = await pricesFor(db, viewer, products, at)
  return products.flatMap((product) => {
    const own = prices.get(product.id)
    return own ? [{ product, ...own }] : []
  })
}

/** A row of a list that names a product, its category or everything. */
export type RowOfProduct = {
  id: string
  name: string
  audience: string
  isContract: boolean
  for: 'product' | 'category' | 'all'
  minQuantity: number
  unitPriceCents: Cents | null
  percentOff: number | null
}

const MAX_ROWS_OF_PRODUCT = 500

/** Returns the rows of all published lists that have not ended and that could give a product its price, by list. */
export async function listRowsOfProduct(db: Db, sku: string, at: Date): Promise<RowOfProduct[]> {
  const { rows } = await sql<RowOfProduct>`
    select price_list.id, price_list.name, is_contract,
      coalesce(company.name, customer_group.name, 'Everybody') as audience,
      case when product_id is not null then 'product' when price_row.category is not null then 'category'
        else 'all' end as for,
      price_row.min_quantity, price_row.unit_price_cents, percent_off::float8
    from product
    left join category on slug = product.category
    join price_row on target = any(
      array[product.id::text, 'in ' || product.category, 'in ' || category.parent, 'all'])
    join price_list on price_list.id = list_id
    left join company on company.id = company_id
    left join customer_group on customer_group.id = price_list.group_id
    where sku = ${sku.toUpperCase()} and published_at is not null
      and coalesce(valid_until > ${at}, true) and company.merged_into is null
    order by lower(price_list.name), price_list.id, product_id is null, price_row.category is null,
      price_row.min_quantity
    limit ${MAX_ROWS_OF_PRODUCT}`.execute(db)
  return rows
}
