import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { loader as loadCompared } from '#shop/product-pages/compare/compare-page.tsx'
import { comparePath } from '#shop/product-pages/compare/compare-path.ts'
import { ProductTiles } from '#shop/product-pages/product-tiles.tsx'
import { storedIds } from '#shop/product-pages/stored-ids.ts'

const SHOWN = 4
const viewed = storedIds('recently-viewed', SHOWN + 1)

/** The products that were open in this browser before; only the browser knows them. */
export function RecentlyViewed({ id }: { id: string }) {
  const others = viewed.useIds().filter((one) => one !== id)
  const asked = others.slice(-SHOWN).reverse().join(',')
  const { load, data } = useFetcher<typeof loadCompared>()
  useEffect(() => viewed.add(id), [id])
  useEffect(() => {
    if (asked !== '') void load(comparePath(asked.split(',')))
  }, [asked, load])
  const products = data?.products.filter((product) => asked.includes(product._id)) ?? []
  return <ProductTiles heading="Recently viewed" products={products} />
}
