import { useState } from 'react'
import { useHydrated } from '#ui/use-hydrated.ts'
import { hasRoomFor, MOST_LINES, quantityOf, setLine, snapQuantity } from './order-list.ts'
import { changeList, currentLines, useQuantityOnList } from './order-list-store.ts'

type AddToListProps = {
  product: { _id: string; name: string; minQuantity: number; quantity: number }
  /** The pieces to add; the minimum order by default. */
  quantity?: number
}

/**
 * Adds a product to the order list, and says how many pieces of it are there. Shows nothing for a
 * product that cannot be ordered.
 */
export function AddToList({ product, quantity = product.minQuantity }: AddToListProps) {
  const { _id: productId, name, minQuantity } = product
  const isHydrated = useHydrated()
  const onList = useQuantityOnList(productId)
  const [note, setNote] = useState<string | null>(null)
  if (product.quantity < minQuantity) return null
  const add = () => {
    const lines = currentLines()
    if (!hasRoomFor(lines, productId)) return setNote(`The list is full: ${MOST_LINES} lines`)
    const snapped = snapQuantity(quantityOf(lines, productId) + quantity, product)
    changeList((lines) => setLine(lines, { productId, quantity: snapped.quantity }))
    setNote(snapped.note)
  }
  return (
    <span className="add-to-list">
      <button
        type="button"
        className="add-to-list-button"
        aria-label={`Add to list: ${name}`}
        disabled={!isHydrated}
        onClick={add}
      >
        Add to list
      </button>
      <span className="add-to-list-state" role="status">
        {onList > 0 && `${onList.toLocaleString('en-US')} on the list`}
        {note !== null && <small>{note}</small>}
      </span>
    </span>
  )
}
