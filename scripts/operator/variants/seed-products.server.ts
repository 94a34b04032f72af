import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { MAX_VARIANTS, type Variant, variantOf } from './product-variants.ts'

/** The result for the operator's terminal. */
type SeedResult = { ok: boolean; message: string }

// Each batch is its own transaction, so that a running shop hardly waits.
const BATCH = 2_000

/**
 * Adds `count` variants of the demo's products with stock; existing ones stay unchanged. Refused for a
 * live shop and for a demo without seed data.
 */
export async function seedProducts(
  db: Db,
  count: number,
  mode: 'demo' | 'live',
  onProgress: (done: number) => void = () => {},
): Promise<SeedResult> {
  if (mode === 'live') {
    return failed('This is a live shop: seed fills only a demo with products.')
  }
  if (count > MAX_VARIANTS) {
    return failed(`At most ${MAX_VARIANTS.toLocaleString('en-US')} products can be made.`)
  }
  const images = await imagesBySku(db)
  const categories = await db.selectFrom('category').select('slug').execute()
  const slugs = new Set(categories.map(({ slug }) => slug))
  if (!images.has(variantOf(0).base)) {
    return failed('This shop has no demo catalogue: start it once with npm start.')
  }
  let added = 0
  for (let first = 0; first < count; first += BATCH) {
    const size = Math.min(BATCH, count - first)
    const variants = Array.from({ length: size }, (_, index) => variantOf(first + index))
    added += await insertVariants(db, variants, images, slugs)
    onProgress(first + size)
  }
  // The embedded database has no autovacuum, which would do this later.
  await sql`analyze product, stock_movement`.execute(db)
  const all = count.toLocaleString('en-US')
  return { ok: true, message: `${added.toLocaleString('en-US')} of ${all} products were added.` }
}

async function imagesBySku(db: Db): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('product')
    .select(['sku', 'image'])
    .where('sku', 'like', 'FW-____')
    .execute()
  return new Map(rows.map(({ sku, image }) => [sku, image]))
}

/** Inserts products and their opening stock in one statement; returns how many were new. */
async function insertVariants(
  db: Db,
  variants: Variant[],
  images: Map<string, string>,
  categories: Set<string>,
): Promise<number> {
  const rows = variants.map(({ base, category, specifications, ...variant }) => {
    // An admin may have deleted the category.
    const isKnown = categories.has(category)
    return {
      ...variant,
      image: images.get(base) ?? images.values().next().value,
      category: isKnown ? category : null,
      specifications: isKnown ? specifications : {},
    }
  })
  const { rows: added } = await sql<{ count: string }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row(
        id uuid, sku text, name text, description text, "unitPriceCents" integer, quantity integer,
        "minQuantity" integer, image text, category text, specifications jsonb)
    ), added as (
      insert into product (id, sku, name, description, unit_price_cents, quantity, min_quantity, image,
        category, specifications)
      select id, sku, name, description, "unitPriceCents", quantity, "minQuantity", image, category,
        specifications
      from given
      on conflict do nothing
      returning id, quantity
    ), openings as (
      insert into stock_movement (product_id, delta, kind)
      select id, quantity, 'opening' from added where quantity > 0
    )
    select count(*) from added`.execute(db)
  return Number(added[0]?.count ?? 0)
}

const failed = (message: string): SeedResult => ({ ok: false, message })
