import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

/** The columns of a product that are written for many at once; stock has movements of its own. */
export type WrittenProduct = {
  id: string
  sku: string
  name: string
  description: string
  unitPriceCents: number
  minQuantity: number
  image: string
  category: string | null
  specifications: unknown
  bin: string | null
  gtin: string | null
  weight: number | null
  family: string | null
  size: string | null
  deletedAt: Date | null
}

const COLUMNS: Record<keyof Omit<WrittenProduct, 'id'>, string> = {
  sku: 'sku',
  name: 'name',
  description: 'description',
  unitPriceCents: 'unit_price_cents',
  minQuantity: 'min_quantity',
  image: 'image',
  category: 'category',
  specifications: 'specifications',
  bin: 'bin',
  gtin: 'gtin',
  weight: 'weight',
  family: 'family',
  size: 'size',
  deletedAt: 'deleted_at',
}
const names = Object.values(COLUMNS)

/** Adds products without stock. Throws when a SKU or GTIN is taken. */
export async function insertProducts(db: Db, products: WrittenProduct[]): Promise<void> {
  if (products.length === 0) return
  const columns = sql.raw(['id', ...names].join(', '))
  await sql`insert into product (${columns}, quantity) select ${columns}, 0
    from json_populate_recordset(null::product, ${rowsOf(products)})`.execute(db)
}

/** Changes products that the caller has locked, as one edit of each. Throws when a GTIN is taken. */
export async function updateProducts(db: Db, products: WrittenProduct[]): Promise<void> {
  if (products.length === 0) return
  const assignments = sql.raw(names.map((name) => `${name} = new.${name}`).join(', '))
  await sql`update product set ${assignments}, version = product.version + 1
    from json_populate_recordset(null::product, ${rowsOf(products)}) as new
    where product.id = new.id`.execute(db)
}

function rowsOf(products: WrittenProduct[]): string {
  return JSON.stringify(
    products.map((product) => ({
      id: product.id,
      ...Object.fromEntries(
        Object.entries(COLUMNS).map(([key, name]) => [name, product[key as keyof WrittenProduct]]),
      ),
    })),
  )
}
