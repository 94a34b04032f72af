import type { Db } from '#platform/database/database.server.ts'
import { listFamiliesByName } from '#shop/catalogue/families/families.server.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { listProductsByIds } from '#shop/catalogue/products.server.ts'
import { priceRangeText } from '#shop/prices/shown/price-range.ts'
import type { Viewer } from '#shop/prices/viewer.server.ts'
import type { CatalogueSearch } from './find-products.server.ts'

/** A family in search results, with its sizes that match and what they cost this viewer. */
export type FamilyCard = {
  name: string
  slug: string
  /** Its own picture; null for that of its first match. */
  image: string | null
  prices: string
  sizes: { _id: string; name: string; size: string }[]
}

/** Returns the families of which several products match, by the id of the first one on the page. */
export async function familyCards(
  db: Db,
  viewer: Viewer,
  { products, families }: CatalogueSearch,
): Promise<Record<string, FamilyCard>> {
  const several = (families?.members ?? []).filter((ids) => ids.length > 1)
  if (several.length === 0) return {}
  const members = await toProductsJson(db, viewer, await listProductsByIds(db, several.flat()))
  const known = await listFamiliesByName(
    db,
    products.flatMap(({ family }) => family ?? []),
  )
  return Object.fromEntries(
    products.flatMap(({ id, family: of }) => {
      const family = known.find(({ name }) => name === of)
      const sizes = members.filter(({ family }) => family !== null && family === of)
      if (!family || sizes.length < 2) return []
      const { name, slug, image } = family
      const shown = sizes.map(({ _id, name, size }) => ({ _id, name, size: size ?? name }))
      return [[id, { name, slug, image, prices: priceRangeText(sizes), sizes: shown }]]
    }),
  )
}
