import { v7 as uuidv7 } from 'uuid'
import demoProducts from '#db/seed/products.json' with { type: 'json' }
import { addDemoCategories } from '#operations/seed/demo-categories.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { dollarsToCents } from '#platform/money.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { addFamilies } from '#shop/catalogue/families/families.server.ts'

/** A product to search for; omitted fields have defaults. */
export type CataloguedProduct = {
  sku?: string
  name: string
  description?: string
  perPrice?: number
  quantity?: number
  minQuantity?: number
  category?: string | null
  specifications?: Record<string, unknown>
  family?: string
  size?: string
}

/** Adds the demo's products, without images. */
export async function addDemoCatalogue(db: Db): Promise<void> {
  await addDemoCategories(db)
  await addCatalogue(db, demoProducts)
}

/** Adds products with their stock in one statement each; returns their ids in order. */
export async function addCatalogue(db: Db, products: CataloguedProduct[]): Promise<string[]> {
  const rows = products.map((product) => ({
    id: uuidv7(),
    sku: product.sku ?? `T-${uuidv7().slice(-12).toUpperCase()}`,
    name: product.name,
    description: product.description ?? 'Made to be found.',
    unitPriceCents: dollarsToCents(product.perPrice ?? 12.5),
    quantity: product.quantity ?? 100,
    minQuantity: product.minQuantity ?? 10,
    image: '/media/0123456789abcdef0123456789abcdef.webp',
    category: product.category ?? null,
    specifications: JSON.stringify(product.specifications ?? {}),
    family: product.family,
    size: product.size,
  }))
  await addFamilies(db, rows)
  await db.insertInto('product').values(rows).execute()
  const openings = rows
    .filter(({ quantity }) => quantity > 0)
    .map(({ id, quantity }) => ({ productId: id, delta: quantity, kind: 'opening' }))
  if (openings.length > 0) await db.insertInto('stockMovement').values(openings).execute()
  return rows.map(({ id }) => id)
}

/** The specifications of the wrenches below. */
export const wrenchSpecifications: Specification[] = [
  { key: 'jaw-width', name: 'Jaw width', kind: 'number', unit: 'mm', choices: null },
  { key: 'finish', name: 'Finish', kind: 'choice', unit: null, choices: ['chrome', 'black oxide'] },
  { key: 'standard', name: 'Standard', kind: 'text', unit: null, choices: null },
]

/** Adds the categories Hand Tools, and Wrenches and Hammers below it; hammers have another finish. */
export async function addCategories(db: Db): Promise<void> {
  await addCategory(db, { slug: 'hand-tools', name: 'Hand Tools' })
  await addCategory(db, { slug: 'wrenches', name: 'Wrenches', parent: 'hand-tools' })
  await addCategory(db, { slug: 'hammers', name: 'Hammers', parent: 'hand-tools' })
  await addSpecifications(db, 'wrenches', wrenchSpecifications)
  await addSpecifications(db, 'hammers', [
    { key: 'weight', name: 'Weight', kind: 'number', unit: 'g', choices: null },
    { key: 'finish', name: 'Finish', kind: 'choice', unit: null, choices: ['black oxide'] },
    { key: 'standard', name: 'Standard', kind: 'text', unit: null, choices: null },
  ])
}

export async function addCategory(
  db: Db,
  category: { slug: string; name: string; parent?: string; position?: number },
): Promise<void> {
  await db.insertInto('category').values(category).execute()
}

async function addSpecifications(db: Db, category: string, specifications: Specification[]) {
  const rows = specifications.map((specification, position) => ({
    ...specification,
    category,
    position,
  }))
  await db.insertInto('specification').values(rows).execute()
}
