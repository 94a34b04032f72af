import sharp from 'sharp'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { NewProduct } from '#shop/product-admin/product-forms.ts'
import type { TestShop } from './test-shop.ts'

/** Adds a product. Defaults: 100 in stock, minimum 10 per order, $12.50 each. */
export async function addProduct(
  db: Db,
  given: {
    sku?: string
    name?: string
    quantity?: number
    minQuantity?: number
    unitPriceCents?: number
  } = {},
): Promise<{ id: string; sku: string; name: string }> {
  const quantity = given.quantity ?? 100
  const product = {
    id: uuidv7(),
    name: given.name ?? 'Try Square',
    description: 'Blued steel blade, beech stock, checked to 0.01 mm.',
    unitPriceCents: given.unitPriceCents ?? 1250,
    quantity,
    minQuantity: given.minQuantity ?? 10,
    image: '/media/0123456789abcdef0123456789abcdef.webp',
  }
  const { sku } = await db
    .insertInto('product')
    .values(given.sku === undefined ? product : { ...product, sku: given.sku })
    .returning('sku')
    .executeTakeFirstOrThrow()
  if (quantity > 0) {
    await db
      .insertInto('stockMovement')
      .values({ productId: product.id, delta: quantity, kind: 'opening' })
      .execute()
  }
  return { ...product, sku }
}

/** The request body that adds a product, with an uploaded image. */
export async function newProduct({ images }: TestShop): Promise<NewProduct> {
  const create = { width: 8, height: 8, channels: 3, background: 'steelblue' } as const
  const stored = await images.store(await sharp({ create }).png().toBuffer())
  if ('refused' in stored) throw new Error(stored.refused)
  return {
    name: 'Marking Gauge',
    perPrice: 24.5,
    quantity: 40,
    minQuantity: 10,
    description: 'Brass-faced beech, one pin, hand-fitted.',
    imgURL: stored.url,
  }
}

/** The quantity in stock, after checking that it matches the ledger. */
export async function stockOf(db: Db, productId: string): Promise<number> {
  const { quantity, ledger } = await db
    .selectFrom('product')
    .select((product) => [
      'quantity',
      product
        .selectFrom('stockMovement')
        .select(({ fn }) => fn.coalesce(fn.sum<string>('delta'), product.lit(0)).as('sum'))
        .whereRef('stockMovement.productId', '=', 'product.id')
        .as('ledger'),
    ])
    .where('id', '=', productId)
    .executeTakeFirstOrThrow()
  if (quantity !== Number(ledger)) throw new Error(`Stock ${quantity}, but the ledger says ${ledger}`)
  return quantity
}
