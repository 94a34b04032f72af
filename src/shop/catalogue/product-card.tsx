import { memo, type ReactNode } from 'react'
import { type DiscoverBehavior, href, Link, useParams } from 'react-router'
import { CompareCheckbox } from '#shop/catalogue/compare/compare-choice.tsx'
import { AddToList } from '#shop/list-store/add-to-list.tsx'
import { OwnPrice } from '#shop/prices/shown/own-price.tsx'
import { buttonVariant } from '#ui/button.tsx'
import type { LoadingPriority } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { type Product, stockNote } from './product.ts'
import { ProductImage } from './product-image.tsx'
import { productPath } from './product-path.ts'

type ProductCardProps = {
  product: Product
  priority?: LoadingPriority
  /** Whether its links prefetch their routes. One card of a list is enough: each further link costs a request. */
  discover?: DiscoverBehavior
  heading?: 'h2' | 'h3'
  /** Whether it can be chosen for the comparison, whose tray the page then has. */
  canCompare?: boolean
}

/** A product card, which links to the product's page; on the purchase page it has no Buy Now link. */
export const ProductCard = memo(function ProductCard(props: ProductCardProps) {
  const { product, priority = 'later', discover = 'render', canCompare = false } = props
  const { heading: Heading = 'h2' } = props
  const { id } = useParams()
  const note = stockNote(product)
  return (
    <article className="product-card relative min-w-0">
      <ProductImage product={product} priority={priority} isAlone={id !== undefined} />
      <div className="product-text">
        <p className="product-sku soft text-13 break-anywhere">{product.sku}</p>
        <Heading className="product-name break-anywhere">
          <Link to={productPath(product)} discover={discover} prefetch="intent" viewTransition>
            <KeepUnits text={product.name} />
          </Link>
        </Heading>
        <p className="product-description grow soft break-anywhere">
          <KeepUnits text={product.description} />
        </p>
        {note && <p className="product-note font-600">{note}</p>}
        <dl>
          <ProductDetail term="Minimun Quantity" value={product.minQuantity.toLocaleString('en-US')} />
          <ProductDetail term="Quantity" value={product.quantity.toLocaleString('en-US')} />
          <ProductDetail term="Price" value={<OwnPrice product={product} />} />
        </dl>
        {id === undefined && (
          <div className="order-buttons relative">
            <Link
              to={href('/purchase/:id', { id: product._id })}
              className={buttonVariant.primary}
              aria-label={`Buy Now: ${product.name}`}
              discover={discover}
              prefetch="intent"
              viewTransition
            >
              Buy Now
            </Link>
            <AddToList product={product} />
          </div>
        )}
      </div>
      {canCompare && <CompareCheckbox product={product} on="image" />}
    </article>
  )
})

export function ProductDetail({ term, value }: { term: string; value: ReactNode }) {
  return (
    <div className="product-detail-item justify-between">
      <dt>{term}</dt>
      <dd>{value}</dd>
    </div>
  )
}
