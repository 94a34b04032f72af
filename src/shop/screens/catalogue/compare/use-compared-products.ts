import { useEffect, useState } from 'react'
import { lookUpProducts } from '#shop/catalogue/catalogue-client.ts'
import type { Product } from '#shop/catalogue/product.ts'

// A choice is seldom changed, and its images and names even less.
let known: ReadonlyMap<string, Product> = new Map()

/** Returns the chosen products by id, as far as they are loaded. */
export function useComparedProducts(ids: string[]): ReadonlyMap<string, Product> {
  const [products, setProducts] = useState(known)
  useEffect(() => {
    const missing = ids.filter((id) => !known.has(id))
    if (missing.length === 0) return
    let isCurrent = true
    lookUpProducts(missing).then(
      (products) => {
        known = new Map([...known, ...products.map((product) => [product._id, product] as const)])
        if (isCurrent) setProducts(known)
      },
      // The tray works without images.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [ids])
  return products
}
