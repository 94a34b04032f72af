import { type DiscoverBehavior, Link } from 'react-router'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { ProductImage } from '#shop/catalogue/product-image.tsx'
import { productPath } from '#shop/catalogue/product-path.ts'
import type { FamilyCard as Family } from '#shop/search/family-cards.server.ts'
import type { LoadingPriority } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type FamilyCardProps = {
  family: Family
  /** The product at whose place it stands. */
  first: Product
  priority: LoadingPriority
  discover: DiscoverBehavior
}

// Two or three rows of a card; the family's page has the rest.
const MAX_CHIPS = 18

/** A family in search results: its sizes that match lead to their pages. */
export function FamilyCard({ family, first, priority, discover }: FamilyCardProps) {
  const { name, image, prices, sizes } = family
  const shown = sizes.length > MAX_CHIPS ? sizes.slice(0, MAX_CHIPS - 1) : sizes
  return (
    <article className="product-card relative min-w-0">
      <ProductImage
        product={{ ...first, name, imgURL: image ?? first.imgURL }}
        priority={priority}
        isAlone={false}
      />
      <div className="product-text">
        <p className="product-sku soft text-13 break-anywhere">{sizes.length} sizes</p>
        <h2 className="product-name break-anywhere">
          <Link to={familyPath(family)} discover={discover} prefetch="intent">
            <KeepUnits text={name} />
          </Link>
        </h2>
        <p className="family-prices font-600 tabular">{prices}</p>
        <ul className="family-chips flex text-13 tabular" aria-label={`Sizes of ${name}`}>
          {shown.map(({ _id, name, size }) => (
            <li key={_id}>
              <Link
                to={productPath({ _id, name })}
                className="choice hover-line relative rounded"
                discover="none"
              >
                {size}
              </Link>
            </li>
          ))}
          {shown.length < sizes.length && (
            <li>
              <Link to={familyPath(family)} discover="none" className="choice hover-line relative rounded">
                {sizes.length - shown.length} more
              </Link>
            </li>
          )}
        </ul>
      </div>
    </article>
  )
}
