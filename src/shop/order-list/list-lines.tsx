import { useCallback, useRef } from 'react'
import { type OrderLines, removeLine, restoreLine } from '#shop/list-store/order-list.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import { ListLine } from './list-line.tsx'
import type { ListUndo } from './list-undo.tsx'
import type { Fix } from './place/fix-line.ts'
import type { RefusedLinesProps } from './place/line-errors.tsx'

type ListLinesProps = RefusedLinesProps & { lines: OrderLines; onRemoved: ListUndo['offer'] }

export function ListLines(props: ListLinesProps) {
  const { lines, productOf, errors } = props
  const latest = useRef(props)
  latest.current = props
  // Stable, so that a change of one line does not render the others again.
  const remove = useCallback((productId: string, name: string) => {
    const before = currentLines()
    const index = before.findIndex((line) => line.productId === productId)
    const removed = before[index]
    if (!removed) return
    if (!changeList((lines) => removeLine(lines, productId))) return
    latest.current.onRemoved({
      text: `${name} removed.`,
      revert: (lines) => restoreLine(lines, removed, index),
    })
  }, [])
  const fix = useCallback((productId: string, fix: Fix) => {
    latest.current.onFix([{ productId, fix }])
  }, [])
  return (
    <ul className="list-lines">
      {lines.map(({ productId, quantity }) => (
        <ListLine
          key={productId}
          productId={productId}
          quantity={quantity}
          product={productOf(productId)}
          onRemove={remove}
          error={errors.get(productId)}
          onFix={fix}
        />
      ))}
    </ul>
  )
}
