import { memo, useState } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { whyNotOrderable } from '#shop/catalogue/product.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { setLine } from '#shop/list-store/order-list.ts'
import { changeList } from '#shop/list-store/order-list-store.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { NextStepHint } from '#shop/prices/shown/price-steps.tsx'
import { Icon } from '#ui/icon.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import type { Fix, LineError } from './place/fix-line.ts'
import { LineErrorText, lineId } from './place/line-errors.tsx'
import { QuantityBox } from './quantity-box.tsx'
import type { ListedProduct } from './use-listed-products.ts'

type ListLineProps = {
  productId: string
  quantity: number
  product: ListedProduct
  onRemove: (productId: string, name: string) => void
  error: LineError | undefined
  onFix: (productId: string, fix: Fix) => void
}

/** A line of the order list. Memoized: a list may have 200. */
export const ListLine = memo(function ListLine(props: ListLineProps) {
  const { productId, quantity, product, onRemove, error, onFix } = props
  const [note, setNote] = useState<string | null>(null)
  const name = product?.name ?? (product === null ? 'This tool' : 'Tool')
  const why = product === null ? 'This tool is no longer for sale.' : product && whyNotOrderable(product)
  return (
    <li
      id={lineId(productId)}
      tabIndex={-1}
      className="list-line grid gap-x-12 items-center border-top text-14 tabular"
      data-faulty={why || error ? '' : undefined}
    >
      <span className="list-line-image">
        {product && <Image imgURL={product.imgURL} alt="" sizes="3rem" width={40} height={30} background />}
      </span>
      <span className="list-line-name font-600 truncate" title={product?.name}>
        {product ? (
          <Link to={href('/purchase/:id', { id: productId })}>
            <KeepUnits text={product.name} />
          </Link>
        ) : product === null ? (
          <Link to={productPath({ _id: productId, name: 'tool' })}>What to use instead</Link>
        ) : (
          'Loading …'
        )}
      </span>
      <span className="list-line-note soft text-13 truncate">
        {product && note === null && (
          <>
            {product.sku} · min {product.minQuantity.toLocaleString('en-US')}
          </>
        )}
        {why && !error && <strong>{product ? ` · ${why}` : why}</strong>}
        <small role="status">{note}</small>
        {product && (
          <NextStepHint
            product={product}
            quantity={quantity}
            onTake={(quantity) => changeList((lines) => setLine(lines, { productId, quantity }))}
          />
        )}
      </span>
      <QuantityBox productId={productId} name={name} quantity={quantity} product={product} onNote={setNote} />
      <span className="list-line-price soft text-13 text-right">
        {product && <>{formatDollars(dollarsToCents(ownPerPrice(product, quantity)))} each</>}
      </span>
      <strong className="list-line-total text-right">
        {product && isCountable(quantity)
          ? formatDollars(lineTotal({ perPrice: ownPerPrice(product, quantity), quantity }))
          : product === null && '–'}
      </strong>
      <button
        type="button"
        className="list-line-remove fade icon-button"
        aria-label={`Remove ${name}`}
        onClick={() => onRemove(productId, name)}
      >
        <Icon path="M6 6l12 12M18 6L6 18" size="1.125rem" />
      </button>
      {error && <LineErrorText error={error} name={name} onFix={(fix) => onFix(productId, fix)} />}
    </li>
  )
})
