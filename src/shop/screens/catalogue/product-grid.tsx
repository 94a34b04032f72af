import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import type { FamilyCard as Family } from '#shop/search/family-cards.server.ts'
import { loadingPriorityAt } from '#ui/image.tsx'
import { FamilyCard } from './results/family-card.tsx'

// The number of columns on a wide screen.
export const ROW = 4

type ProductGridProps = {
  products: Product[]
  /** The families that stand at the places of their first products, by the ids of these. */
  families?: Record<string, Family>
}

export function ProductGrid({ products, families = {} }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, position) => {
        const family = families[product._id]
        const links = {
          priority: loadingPriorityAt(position, ROW),
          discover: position === 0 ? ('render' as const) : ('none' as const),
        }
        return (
          <li key={product._id}>
            {family ? (
              <FamilyCard family={family} first={product} {...links} />
            ) : (
              <ProductCard product={product} {...links} canCompare />
            )}
          </li>
        )
      })}
    </ul>
  )
}
