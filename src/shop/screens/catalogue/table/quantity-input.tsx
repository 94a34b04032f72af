import { readWholeNumber } from '#platform/written-number.ts'
import type { Product } from '#shop/catalogue/product.ts'
import { NOT_WHOLE } from '#shop/list-store/order-list.ts'
import { aboveStockText, belowMinimumText } from '#shop/orders/order.ts'

type QuantityInputProps = {
  product: Product
  value: string
  onChange: (value: string) => void
  /** The accessible name, where there is no visible label. */
  label?: string
  id?: string
  /** Whether it may stay empty, for none of this product. */
  isOptional?: boolean
}

/** The number of pieces, sent as `quantity`. The browser reports a wrong one when its form is sent. */
export function QuantityInput(props: QuantityInputProps) {
  const { product, value, onChange, label, id, isOptional = false } = props
  const errorOf = (text: string) => (isOptional && text.trim() === '' ? null : quantityError(product, text))
  return (
    <input
      id={id}
      name="quantity"
      // Not a number field: its arrow keys would change the number instead of the row.
      inputMode="numeric"
      autoComplete="off"
      required={!isOptional}
      value={value}
      aria-label={label}
      aria-invalid={errorOf(value) !== null || undefined}
      className="quantity-input rounded text-right"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => {
        currentTarget.setCustomValidity(errorOf(currentTarget.value) ?? '')
        onChange(currentTarget.value)
      }}
    />
  )
}

function quantityError(
  { minQuantity, quantity }: Pick<Product, 'minQuantity' | 'quantity'>,
  text: string,
): string | null {
  const pieces = readWholeNumber(text)
  if (Number.isNaN(pieces)) return NOT_WHOLE
  if (pieces < minQuantity) return belowMinimumText(minQuantity)
  return pieces > quantity ? aboveStockText(quantity, minQuantity) : null
}
