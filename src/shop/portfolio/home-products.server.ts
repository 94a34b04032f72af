import type { Db } from '#platform/database/database.server.ts'
import { listProductPage } from '#shop/catalogue/product-list.server.ts'
import { listProductsBySkus, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { HOME_TOOLS } from './site-texts.ts'

/** Returns the tools of the home page: the chosen ones on sale, filled up with the first of the catalogue. */
export async function listHomeProducts(db: Db, skus: string[]): Promise<StoredProduct[]> {
  const chosen = await listProductsBySkus(db, skus)
  if (chosen.length >= HOME_TOOLS) return chosen.slice(0, HOME_TOOLS)
  const first = await listProductPage(db, 'oldest', { size: HOME_TOOLS, page: 0 })
  const others = first.filter(({ id }) => !chosen.some((product) => product.id === id))
  return [...chosen, ...others].slice(0, HOME_TOOLS)
}
