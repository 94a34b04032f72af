import { useState } from 'react'
import { readWholeNumber } from '#platform/written-number.ts'
import { setLine, settleQuantity, snapQuantity } from '#shop/list-store/order-list.ts'
import { changeList } from '#shop/list-store/order-list-store.ts'
import type { ListedProduct } from './use-listed-products.ts'

type QuantityBoxProps = {
  productId: string
  name: string
  quantity: number
  product: ListedProduct
  /** Says why the quantity differs from the typed one; null when it does not. */
  onNote: (note: string | null) => void
}

/**
 * The pieces of a line. A quantity outside the bounds is kept while it is being typed; leaving the box
 * or Enter moves it to the nearest one that can be ordered, and says why. Anything but a whole number
 * is refused, and the quantity stays.
 */
export function QuantityBox({ productId, name, quantity, product, onNote }: QuantityBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const set = (quantity: number) => changeList((lines) => setLine(lines, { productId, quantity }))
  const type = (text: string) => {
    setTyped(text)
    onNote(null)
    const quantity = readWholeNumber(text)
    const isFinal = product ? snapQuantity(quantity, product).quantity === quantity : false
    if (isFinal) set(quantity)
  }
  const settle = () => {
    if (typed === null) return
    const settled = settleQuantity(typed, product ?? { minQuantity: 1, quantity: Infinity })
    setTyped(null)
    onNote(settled.note)
    if (settled.quantity !== null && settled.quantity !== quantity) set(settled.quantity)
  }
  return (
    <input
      inputMode="numeric"
      aria-label={`Quantity of ${name}`}
      className="field-input quantity-box text-right"
      autoComplete="off"
      value={typed ?? quantity}
      onChange={({ target }) => type(target.value)}
      onBlur={settle}
      onKeyDown={({ key }) => key === 'Enter' && settle()}
    />
  )
}
