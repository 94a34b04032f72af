import { useEffect, useState } from 'react'
import { storedIds } from '#shop/catalogue/compare/stored-ids.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductTiles } from '#shop/screens/catalogue/product-tiles.tsx'
import { lookUpProducts } from '#shop/search/catalogue-client.ts'

const SHOWN = 4
const viewed = storedIds('recently-viewed', SHOWN + 1)

/** The recently viewed products, stored in this browser only. */
export function RecentlyViewed({ id }: { id: string }) {
  const [products, setProducts] = useState<Product[]>([])
  useEffect(() => {
    const others = viewed.read().filter((viewedId) => viewedId !== id)
    viewed.add(id)
    if (others.length === 0) return
    let isCurrent = true
    lookUpProducts(others.slice(-SHOWN))
      .then((products) => {
        if (isCurrent) setProducts(inOrder(products, others))
      })
      .catch((error: unknown) => console.warn('The last viewed tools failed to load', error))
    return () => {
      isCurrent = false
    }
  }, [id])
  return <ProductTiles heading="Recently viewed" products={products} />
}

/** Newest first. */
function inOrder(products: Product[], ids: string[]): Product[] {
  return products.toSorted((a, b) => ids.indexOf(b._id) - ids.indexOf(a._id))
}
