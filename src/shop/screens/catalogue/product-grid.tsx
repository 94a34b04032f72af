import type { Product } from '#shop/catalogue/product.ts'
import { ProductCard } from '#shop/catalogue/product-card.tsx'
import { loadingPriorityAt } from '#ui/image.tsx'

// The number of columns on a wide screen.
export const ROW = 4

export function ProductGrid({ products }: { products: Product[] }) {
  return (
    <ul className="product-grid">
      {products.map((product, position) => (
        <li key={product._id}>
          <ProductCard
            product={product}
            priority={loadingPriorityAt(position, ROW)}
            discover={position === 0 ? 'render' : 'none'}
            canCompare
          />
        </li>
      ))}
    </ul>
  )
}
