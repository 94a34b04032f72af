import type { KeyboardEvent } from 'react'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { fieldText, type NumberField, type ProductDraft, tidyText } from './product-drafts.ts'

type NumberCellProps = {
  product: ManagedProduct
  field: NumberField
  label: string
  draft: ProductDraft | undefined
  /** The id of its error or of the row's, if there is one. */
  errorId: string | undefined
  isBusy: boolean
  onType: (text: string) => void
  onSave: () => void
}

export const numberCellId = (productId: string, field: NumberField) => `${field}-${productId}`

/**
 * A number of a row that can be typed over: Enter goes to the next row, Ctrl and Enter save all, Escape
 * takes the change back.
 */
export function NumberCell(props: NumberCellProps) {
  const { product, field, label, draft, errorId, isBusy, onType, onSave } = props
  const typed = draft?.typed[field]
  const seen = draft?.seen ?? product
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    if (event.key === 'Escape') onType(fieldText(seen, field))
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSave()
    else if (event.key === 'Enter') {
      const next = input.closest('tr')?.nextElementSibling
      const below = next?.querySelector<HTMLInputElement>(`input[name="${field}"]`)
      if (below) below.focus()
      else input.blur()
    }
  }
  return (
    <input
      id={numberCellId(product._id, field)}
      name={field}
      className="number-cell rounded text-right"
      aria-label={`${label} of ${product.name}`}
      aria-describedby={errorId}
      aria-invalid={(typed !== undefined && errorId !== undefined) || undefined}
      data-changed={typed !== undefined || undefined}
      inputMode={field === 'perPrice' ? 'decimal' : 'numeric'}
      autoComplete="off"
      value={typed ?? fieldText(product, field)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      onKeyDown={press}
      readOnly={isBusy}
      onBlur={({ currentTarget: { value } }) => {
        const tidy = tidyText(seen, field, value)
        if (tidy !== value) onType(tidy)
      }}
    />
  )
}
