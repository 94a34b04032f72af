import type { Product } from '#shop/catalogue/product.ts'
import { aboveStockText, belowMinimumText } from '#shop/orders/order.ts'

type QuantityBoxProps = { product: Product; label?: string; id?: string }

/**
 * A box for the number of pieces, sent as `quantity`. A wrong number is reported by the browser when
 * its form is sent.
 */
export function QuantityBox({ product, label, id }: QuantityBoxProps) {
  return (
    <input
      id={id}
      name="quantity"
      // No number field: its arrow keys would change the number instead of the row.
      inputMode="numeric"
      autoComplete="off"
      required
      defaultValue={product.minQuantity}
      aria-label={label}
      className="quantity-box"
      onFocus={({ currentTarget }) => currentTarget.select()}
      onInput={({ currentTarget }) =>
        currentTarget.setCustomValidity(quantityFault(product, currentTarget.value) ?? '')
      }
    />
  )
}

/** Returns what is wrong with a typed quantity, or null. */
export function quantityFault(
  { minQuantity, quantity }: Pick<Product, 'minQuantity' | 'quantity'>,
  text: string,
): string | null {
  if (!/^\d{1,9}$/.test(text.trim())) return 'Quantity must be a whole number'
  const pieces = Number(text)
  if (pieces < minQuantity) return belowMinimumText(minQuantity)
  return pieces > quantity ? aboveStockText(quantity) : null
}
