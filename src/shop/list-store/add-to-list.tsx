import { useState } from 'react'
import { buttonVariant } from '#ui/button.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { addPieces, useQuantityOnList } from './order-list-store.ts'

type AddToListProps = {
  product: { _id: string; name: string; minQuantity: number; quantity: number }
  /** The pieces to add; the minimum order by default. */
  quantity?: number
}

/** Adds a product to the order list, and says how many are there. Nothing if it can't be ordered. */
export function AddToList(props: AddToListProps) {
  const { product, quantity = product.minQuantity } = props
  const { _id: productId, name, minQuantity } = product
  const isHydrated = useHydrated()
  const onList = useQuantityOnList(productId)
  const [note, setNote] = useState<string | null>(null)
  if (product.quantity < minQuantity) return null
  return (
    <span className="add-to-list">
      <button
        type="button"
        className={buttonVariant.quiet}
        aria-label={`Add to list: ${name}`}
        disabled={!isHydrated}
        onClick={() => setNote(addPieces(product, quantity))}
      >
        Add to list
      </button>
      <span className="add-to-list-state soft truncate" role="status" title={note ?? undefined}>
        {note ?? (onList > 0 && `${onList.toLocaleString('en-US')} on the list`)}
      </span>
    </span>
  )
}
