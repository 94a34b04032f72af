import type { Db } from '#platform/database/database.server.ts'
import type { StoredProduct } from './product.ts'
import { toProduct } from './product-queries.server.ts'

const SHOWN = 5
// Candidates on either side, so that a large category costs as little as a small one.
const NEAR = 20

type Subject = Pick<StoredProduct, 'id' | 'category' | 'specifications' | 'unitPrice'>

/** Returns the products of the same category that differ least from one, which may be deleted. */
export async function listAlternatives(db: Db, product: Subject): Promise<StoredProduct[]> {
  const { category, id } = product
  if (category === null) return []
  const near = db
    .selectFrom('product')
    .selectAll()
    .where('category', '=', category)
    .where('deletedAt', 'is', null)
    .limit(NEAR)
  const [before, after] = await Promise.all([
    near.where('id', '<', id).orderBy('id', 'desc').execute(),
    near.where('id', '>', id).orderBy('id').execute(),
  ])
  const candidates = [...before, ...after].map((row) => {
    const one = toProduct(row)
    return { one, distance: distance(product, one) }
  })
  return candidates
    .sort((first, second) => first.distance - second.distance)
    .slice(0, SHOWN)
    .map(({ one }) => one)
}

/** The number of specifications that differ; a nearer price comes first among equals. */
function distance(product: Subject, other: StoredProduct): number {
  const keys = new Set([
    ...Object.keys(product.specifications),
    ...Object.keys(other.specifications),
  ])
  const differing = [...keys].filter(
    (key) => product.specifications[key] !== other.specifications[key],
  )
  const [low, high] = [product.unitPrice, other.unitPrice].sort((a, b) => a - b)
  return differing.length + (1 - (low ?? 0) / (high || 1))
}
