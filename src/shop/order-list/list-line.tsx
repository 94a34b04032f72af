import { memo } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { whyNotOrderable } from '#shop/catalogue/product.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import type { Fix, LineError } from './place/fix-line.ts'
import { LineErrorText } from './place/line-errors.tsx'
import { QuantityBox } from './quantity-box.tsx'
import type { ListedProduct } from './use-listed-products.ts'

type ListLineProps = {
  productId: string
  quantity: number
  product: ListedProduct
  /** Takes the line out; called with the product's name. */
  onRemove: (productId: string, name: string) => void
  /** Why the shop refused the line. */
  error: LineError | undefined
  onFix: (productId: string, fix: Fix) => void
}

/** A line of the order list. Memoized: a list may have 200. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { productId, quantity, product, onRemove, error, onFix } = props
  const name = product?.name ?? (product === null ? 'This tool' : 'Tool')
  const why =
    product === null ? 'This tool is no longer for sale.' : product && whyNotOrderable(product)
  return (
    <li className="list-line" data-faulty={why || error ? '' : undefined}>
      <span className="list-line-image">
        {product && (
          <Image imgURL={product.imgURL} alt="" sizes="4rem" width={64} height={48} background />
        )}
      </span>
      <div className="list-line-product">
        {product && <span className="list-line-sku">{product.sku}</span>}
        {product ? (
          <Link to={href('/purchase/:id', { id: productId })}>
            <KeepUnits text={product.name} />
          </Link>
        ) : (
          <span>{product === null ? 'No longer for sale' : 'Loading …'}</span>
        )}
        {why && !error && <p className="list-line-error">{why}</p>}
        {error && (
          <LineErrorText error={error} name={name} onFix={(fix) => onFix(productId, fix)} />
        )}
      </div>
      <QuantityBox productId={productId} name={name} quantity={quantity} product={product} />
      <span className="list-line-price">
        {product && <>{formatDollars(dollarsToCents(product.perPrice))} each</>}
      </span>
      <strong className="list-line-total">
        {product && isCountable(quantity)
          ? formatDollars(lineTotal({ perPrice: product.perPrice, quantity }))
          : '–'}
      </strong>
      <button
        type="button"
        className="list-line-remove"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(productId, name)}
      >
        <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden>
          <path d="M6 6l12 12M18 6L6 18" />
        </svg>
      </button>
    </li>
  )
})
