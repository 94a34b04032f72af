import { useState } from 'react'
import { useHydrated } from '#ui/use-hydrated.ts'
import { addPieces, useQuantityOnList } from './order-list-store.ts'

type AddToListProps = {
  product: { _id: string; name: string; minQuantity: number; quantity: number }
  /** The pieces to add; the minimum order by default. */
  quantity?: number
  /** The class of its button; a quiet link by default. */
  className?: string
}

/**
 * Adds a product to the order list, and says how many pieces of it are there. Shows nothing for a
 * product that cannot be ordered.
 */
export function AddToList(props: AddToListProps) {
  const { product, quantity = product.minQuantity, className } = props
  const { _id: productId, name, minQuantity } = product
  const isHydrated = useHydrated()
  const onList = useQuantityOnList(productId)
  const [note, setNote] = useState<string | null>(null)
  if (product.quantity < minQuantity) return null
  return (
    <span className="add-to-list">
      <button
        type="button"
        className={className ?? 'add-to-list-button'}
        aria-label={`Add to list: ${name}`}
        disabled={!isHydrated}
        onClick={() => setNote(addPieces(product, quantity))}
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
