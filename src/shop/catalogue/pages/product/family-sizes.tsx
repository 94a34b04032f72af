import { Link } from 'react-router'
import type { Product } from '#shop/catalogue/product.ts'
import type { FamilySize } from '#shop/catalogue/product-list.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'

/** The sizes of a product's family, each a link to its page. */
export function FamilySizes({ product, sizes }: { product: Product; sizes: FamilySize[] }) {
  if (sizes.length < 2) return null
  return (
    <nav aria-label={`Sizes of ${product.family}`}>
      <ul className="family-sizes">
        {sizes.map(({ id, name, size }) => (
          <li key={id}>
            <Link
              to={productPath({ _id: id, name })}
              aria-current={id === product._id ? 'page' : undefined}
              discover="none"
              prefetch="intent"
              preventScrollReset
            >
              {size}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
