import { href, Link } from 'react-router'
import { formatDollars } from '#platform/money.ts'
import { PASTE_HASH, removeLine } from '#shop/list-store/order-list.ts'
import { changeList, useOrderList } from '#shop/list-store/order-list-store.ts'
import { isCountable, lineTotal } from '#shop/orders/order.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'
import { buttonVariant } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'
import { ListSum } from './list-sum.tsx'
import { useListedProducts } from './use-listed-products.ts'

/** The order list beside a page: its lines in short, the total, and the way to the whole list. */
export function ListDrawer() {
  const lines = useOrderList()
  const { productOf, isLoading } = useListedProducts(lines)
  if (lines.length === 0) {
    return (
      <div className="list-drawer grid gap-16">
        <p>The list is empty. Add tools with their “Add to list” buttons, or paste a whole order.</p>
        <Link to={`${href('/order-list')}#${PASTE_HASH}`} className={buttonVariant.primary}>
          Paste an order
        </Link>
      </div>
    )
  }
  return (
    <div className="list-drawer grid gap-16">
      <ul aria-busy={isLoading}>
        {lines.map(({ productId, quantity }) => {
          const product = productOf(productId)
          const name = product?.name ?? (product === null ? 'No longer for sale' : 'Loading …')
          return (
            <li className="grid" key={productId}>
              <span className="font-600 break-anywhere">
                <KeepUnits text={name} />
              </span>
              <span className="list-drawer-amount text-14 tabular">
                {product && <>{product.sku} · </>}
                {quantity.toLocaleString('en-US')} pcs
                {product && isCountable(quantity) && (
                  <> · {formatDollars(lineTotal({ perPrice: ownPerPrice(product, quantity), quantity }))}</>
                )}
              </span>
              <button
                type="button"
                className="icon-button"
                aria-label={`Remove ${name}`}
                onClick={() => changeList((lines) => removeLine(lines, productId))}
              >
                <Icon path="M6 6l12 12M18 6L6 18" size="1.125rem" />
              </button>
            </li>
          )
        })}
      </ul>
      <p className="items-baseline flex justify-between">
        Total{' '}
        <strong className="text-24 tabular">
          <ListSum lines={lines} productOf={productOf} />
        </strong>
      </p>
      <Link to={href('/order-list')} className={buttonVariant.primary}>
        Open the list
      </Link>
    </div>
  )
}
