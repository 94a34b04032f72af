import type { ReactNode } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { loadingPriorityAt } from '#ui/image.tsx'

// The number of columns on a wide screen.
export const ROW = 4

/** One link of a list is enough for the router to know the route. */
const linksAt = (position: number) => ({
  priority: loadingPriorityAt(position, ROW),
  discover: position === 0 ? ('render' as const) : ('none' as const),
})

type ProductGridProps = {
  products: Product[]
  /** Another card in the place of a product's own. */
  cardOf?: (product: Product, links: ReturnType<typeof linksAt>) => ReactNode
}

export function ProductGrid({ products, cardOf }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, position) => (
        <li key={product._id}>
          {cardOf?.(product, linksAt(position)) ?? (
            <ProductCard product={product} {...linksAt(position)} canCompare />
          )}
        </li>
      ))}
    </ul>
  )
}
