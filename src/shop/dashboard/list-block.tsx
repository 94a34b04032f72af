import { href, Link } from 'react-router'
import { countedLines } from '#shop/list-store/order-list.ts'
import { useOrderList } from '#shop/list-store/order-list-store.ts'
import { ListSum } from '#shop/order-list/list-sum.tsx'
import { useListedProducts } from '#shop/order-list/use-listed-products.ts'
import { OverviewBlock } from './overview-block.tsx'

const SHOWN = 5

export function ListBlock() {
  const lines = useOrderList()
  const { productOf, isLoading } = useListedProducts(lines)
  // A sum of only some lines would be wrong.
  const isPriced = lines.every(({ productId }) => productOf(productId) !== undefined)
  return (
    <OverviewBlock
      title="Order list"
      note={
        <p>
          {lines.length === 0 ? 'The list is empty.' : countedLines(lines.length)}
          {lines.length > 0 && isPriced && (
            <>
              , <ListSum lines={lines} productOf={productOf} /> at today’s prices
            </>
          )}
        </p>
      }
    >
      {lines.length > 0 && (
        <ul aria-busy={isLoading}>
          {lines.slice(0, SHOWN).map(({ productId, quantity }) => {
            const product = productOf(productId)
            const name = product?.name ?? (product === null ? 'No longer for sale' : 'Loading …')
            return (
              <li key={productId}>
                <span className="overview-line-name truncate grow min-w-0" title={name}>
                  {quantity.toLocaleString('en-US')} × {name}
                </span>
                <span>{product?.sku}</span>
              </li>
            )
          })}
        </ul>
      )}
      <Link to={href('/order-list')} className="text-link">
        {lines.length === 0 ? 'Paste an order' : 'Open the list'}
      </Link>
    </OverviewBlock>
  )
}
