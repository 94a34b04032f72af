import { useState } from 'react'
import { setLine, snapQuantity } from '#shop/order-list/order-list.ts'
import { changeList } from '#shop/order-list/order-list-store.ts'
import type { ListedProduct } from './use-listed-products.ts'

type QuantityBoxProps = {
  productId: string
  name: string
  quantity: number
  product: ListedProduct
}

/**
 * The pieces of a line. A quantity outside the bounds is kept while it is being typed; leaving the
 * box or Enter moves it to the nearest one that can be ordered, and says why.
 */
export function QuantityBox({ productId, name, quantity, product }: QuantityBoxProps) {
  const [typed, setTyped] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)
  const set = (quantity: number) => changeList((lines) => setLine(lines, { productId, quantity }))
  const type = (text: string) => {
    setTyped(text)
    setNote(null)
    const wanted = text === '' ? Number.NaN : Number(text)
    const isFinal = product ? snapQuantity(wanted, product).quantity === wanted : false
    if (isFinal) set(wanted)
  }
  const settle = () => {
    if (typed === null) return
    const wanted = typed.trim() === '' ? Number.NaN : Number(typed)
    const snapped = snapQuantity(wanted, product ?? { minQuantity: 1, quantity: Infinity })
    setTyped(null)
    setNote(snapped.note)
    if (snapped.quantity !== quantity) set(snapped.quantity)
  }
  return (
    <span className="quantity-box">
      <input
        type="number"
        inputMode="numeric"
        aria-label={`Quantity of ${name}`}
        className="field-input"
        min={product?.minQuantity}
        max={product?.quantity}
        value={typed ?? quantity}
        onChange={({ target }) => type(target.value)}
        onBlur={settle}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
        onWheel={({ currentTarget }) => currentTarget.blur()}
      />
      <small role="status">{note}</small>
    </span>
  )
}
