import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database.server.ts'

/** Puts a tool on sale: 100 in stock, at least 10 an order, $12.50 each, unless told otherwise. */
export async function addTool(
  db: Db,
  tool: { name?: string; quantity?: number; minQuantity?: number; unitPriceCents?: number } = {},
): Promise<{ id: string; name: string }> {
  const quantity = tool.quantity ?? 100
  const product = {
    id: uuidv7(),
    name: tool.name ?? 'Try Square',
    description: 'Blued steel blade, beech stock, checked to 0.01 mm.',
    unitPriceCents: tool.unitPriceCents ?? 1250,
    quantity,
    minQuantity: tool.minQuantity ?? 10,
    image: '/media/0123456789abcdef0123456789abcdef.webp',
  }
  await db.insertInto('product').values(product).execute()
  if (quantity > 0) {
    await db
      .insertInto('stockMovement')
      .values({ productId: product.id, delta: quantity, reason: 'opening' })
      .execute()
  }
  return product
}

/** Pieces in stock, after checking that the ledger agrees. */
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
  if (quantity !== Number(ledger))
    throw new Error(`Stock ${quantity}, but the ledger says ${ledger}`)
  return quantity
}
