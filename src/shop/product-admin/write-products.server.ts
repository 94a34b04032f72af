import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { renderMarkdown } from '#platform/markdown.ts'
import { type FullProductRow, fullColumns } from '#shop/catalogue/products.server.ts'

/** A product as it is written with others; whoever changes its stock also records the movement. */
export type WrittenProduct = FullProductRow & { deletedAt: Date | null }

const columns = ([...fullColumns, 'longTextHtml', 'deletedAt'] as const).map((field) => {
  return { field, column: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) }
})

/** Returns a long text as it is stored: as it was written, and rendered for its page. */
export function longTextColumns(longText: string | null) {
  return { longText, longTextHtml: longText === null ? null : renderMarkdown(longText, false).html }
}

/** Adds products. Throws when a SKU or GTIN is taken. */
export async function insertProducts(db: Db, products: WrittenProduct[]): Promise<void> {
  if (products.length === 0) return
  const names = sql.raw(columns.map(({ column }) => column).join(', '))
  await sql`insert into product (${names}) select ${names}
    from json_populate_recordset(null::product, ${rowsOf(products)})`.execute(db)
}

/** Writes products that the transaction has locked. Throws when a GTIN is taken. */
export async function updateProducts(db: Db, products: WrittenProduct[]): Promise<void> {
  if (products.length === 0) return
  const written = columns.filter(({ field }) => field !== 'id')
  const assignments = sql.raw(written.map(({ column }) => `${column} = written.${column}`).join(', '))
  await searchTogether(db, () =>
    sql`update product set ${assignments}
      from json_populate_recordset(null::product, ${rowsOf(products)}) as written
      where product.id = written.id`.execute(db),
  )
}

const changed = sql`id = any(string_to_array(trim(current_setting('shop.search_later'), ','), ',')::uuid[])`

/** Runs a change of products; the search gets them together, which takes half the time, or these products. */
export async function searchTogether(
  db: Db,
  change: () => Promise<unknown>,
  products: RawBuilder<unknown> = changed,
): Promise<void> {
  await sql`select set_config('shop.search_later', ',', true)`.execute(db)
  await change()
  await sql`select copy_to_search(array(select product from product where ${products}))`.execute(db)
  await sql`select set_config('shop.search_later', '', true)`.execute(db)
}

function rowsOf(products: WrittenProduct[]): string {
  return JSON.stringify(
    products.map((product) => {
      const row = { ...product, ...longTextColumns(product.longText) }
      return Object.fromEntries(columns.map(({ field, column }) => [column, row[field]]))
    }),
  )
}
