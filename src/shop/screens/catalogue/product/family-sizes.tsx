import { Link } from 'react-router'
import type { Product } from '#shop/catalogue/product.ts'
import type { FamilySize } from '#shop/catalogue/product-list.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'

/** The sizes of a product's family, each a link to its page. */
export function FamilySizes({ product, sizes }: { product: Product; sizes: FamilySize[] }) {
  if (sizes.length < 2) return null
  // A unit that all share is read to screen readers only.
  const units = new Set(sizes.map(({ size }) => / [a-z]+$/.exec(size)?.[0] ?? ''))
  const unit = units.size === 1 ? [...units].join('') : ''
  return (
    <nav aria-label={`Sizes of ${product.family}`}>
      <ul className="family-sizes mb-16 text-13 tabular">
        {sizes.map(({ id, name, size }) => (
          <li key={id}>
            <Link
              to={productPath({ _id: id, name })}
              aria-current={id === product._id ? 'page' : undefined}
              discover="none"
              prefetch="intent"
              preventScrollReset
            >
              {size.slice(0, size.length - unit.length)}
              <span className="visually-hidden">{unit}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
