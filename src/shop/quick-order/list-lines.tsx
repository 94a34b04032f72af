import { useCallback, useRef } from 'react'
import { formatDollars } from '#platform/money.ts'
import { type OrderLines, removeLine, restoreLine } from '#shop/order-list/order-list.ts'
import { changeList, currentLines } from '#shop/order-list/order-list-store.ts'
import { ListLine } from './list-line.tsx'
import { listTotal } from './list-total.ts'
import type { ListUndo } from './list-undo.tsx'
import type { ListedProduct } from './use-listed-products.ts'

type ListLinesProps = {
  lines: OrderLines
  productOf: (productId: string) => ListedProduct
  onRemoved: ListUndo['offer']
}

/** All lines of the order list, and the total. */
export function ListLines({ lines, productOf, onRemoved }: ListLinesProps) {
  const offer = useRef(onRemoved)
  offer.current = onRemoved
  // Stable, so that a change of one line does not render the others again.
  const remove = useCallback((productId: string, name: string) => {
    const before = currentLines()
    const index = before.findIndex((line) => line.productId === productId)
    const removed = before[index]
    if (!removed) return
    changeList((lines) => removeLine(lines, productId))
    offer.current({
      text: `${name} removed.`,
      revert: (lines) => restoreLine(lines, removed, index),
    })
  }, [])
  return (
    <>
      <ul>
        {lines.map(({ productId, quantity }) => (
          <ListLine
            key={productId}
            productId={productId}
            quantity={quantity}
            product={productOf(productId)}
            onRemove={remove}
          />
        ))}
      </ul>
      <p className="total">
        Total, {lines.length === 1 ? '1 line' : `${lines.length} lines`}{' '}
        <strong>{formatDollars(listTotal(lines, productOf))}</strong>
      </p>
    </>
  )
}
