import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { CellInput } from '#ui/lists/cell-input.tsx'
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

/** A number of a product that can be typed over. */
export function NumberCell(props: NumberCellProps) {
  const { product, field, label, draft, errorId, isBusy, onType, onSave } = props
  const typed = draft?.typed[field]
  const seen = draft?.seen ?? product
  return (
    <CellInput
      id={numberCellId(product._id, field)}
      name={field}
      className="text-right"
      label={`${label} of ${product.name}`}
      value={typed ?? fieldText(product, field)}
      stored={fieldText(seen, field)}
      isChanged={typed !== undefined}
      isInvalid={typed !== undefined && errorId !== undefined}
      errorId={errorId}
      readOnly={isBusy}
      inputMode={field === 'perPrice' ? 'decimal' : 'numeric'}
      onType={onType}
      onSave={onSave}
      onLeave={(value) => {
        const tidy = tidyText(seen, field, value)
        if (tidy !== value) onType(tidy)
      }}
    />
  )
}
