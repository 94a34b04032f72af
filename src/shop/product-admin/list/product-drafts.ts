import { z } from 'zod'
import type { Cents } from '#platform/money.ts'
import { readWholeNumber } from '#platform/written-number.ts'
import type { ManagedProduct } from '#shop/catalogue/product.ts'
import { type ProductChanges, productChanges, withLowestPrice } from '#shop/product-admin/product-forms.ts'
import { priceText, readPrice } from '#ui/forms/price-text.ts'

export type NumberField = 'perPrice' | 'quantity' | 'minQuantity'

/** What an admin typed into a row, and the product that the row showed then. */
export type ProductDraft = {
  seen: ManagedProduct
  typed: { [Field in NumberField]?: string }
  wrong?: { [Field in NumberField]?: string }
  /** Why the shop refused it. */
  error?: string
}

export type ProductDrafts = Record<string, ProductDraft>

export function fieldText(product: ManagedProduct, field: NumberField): string {
  return field === 'perPrice' ? priceText(product.perPrice) : product[field].toLocaleString('en-US')
}

/** Returns the drafts after `text` was typed; the text of the stored number is no draft. */
export function withTyped(
  drafts: ProductDrafts,
  product: ManagedProduct,
  field: NumberField,
  text: string,
): ProductDrafts {
  const { [product._id]: before, ...others } = drafts
  const seen = before?.seen ?? product
  const { [field]: _, ...rest } = before?.typed ?? {}
  const typed = text === fieldText(seen, field) ? rest : { ...rest, [field]: text }
  if (Object.keys(typed).length === 0) return others
  // What is wrong with the other numbers still is.
  const { [field]: _right, ...wrong } = before?.wrong ?? {}
  return { ...others, [product._id]: { seen, typed, wrong } }
}

/** Returns a typed number as the field shows it when it is left; unreadable text stays. */
export function tidyText(product: ManagedProduct, field: NumberField, text: string): string {
  const value = numberOf(field, text)
  const isWhole = field !== 'perPrice' || Number(value.toFixed(2)) === value
  return isWhole && !Number.isNaN(value) ? fieldText({ ...product, [field]: value }, field) : text
}

/** Returns the changed numbers of a draft, or what is wrong with them by the rules of Update Product (product 5.5). */
export function checkDraft(
  { typed }: ProductDraft,
  lowest?: Cents,
): { changes: ProductChanges } | Required<Pick<ProductDraft, 'wrong'>> {
  const entries = Object.entries(typed) as [NumberField, string][]
  const values = entries.map(([field, text]) => {
    const value = numberOf(field, text)
    return [field, Number.isNaN(value) && text.trim() !== '' ? text : value]
  })
  const { data, error } = withLowestPrice(productChanges, () => lowest).safeParse(Object.fromEntries(values))
  if (data) return { changes: data }
  // The last entry of a field counts, so that its first issue is named.
  const issues = error.issues.toReversed()
  return { wrong: Object.fromEntries(issues.map(({ path, message }) => [path[0], message])) }
}

/**
 * Returns the changes that bring back the numbers of a product before `changes`, without those that its
 * rules refuse: sales may have left fewer pieces than an admin may set (product 5.5).
 */
export function undoOf(before: ManagedProduct, changes: ProductChanges, lowest?: Cents): ProductChanges {
  const form = withLowestPrice(productChanges, () => lowest)
  const fields = (Object.keys(changes) as NumberField[]).map((field) => ({
    [field]: before[field],
  }))
  return Object.assign({}, ...fields.filter((field) => form.safeParse(field).success))
}

/** Parses stored drafts; ignores what an older build of the shop stored in another form. */
export function readDrafts(stored: unknown): ProductDrafts | undefined {
  const { data } = storedDrafts.safeParse(stored)
  return data as ProductDrafts | undefined
}

const typedTexts = z.partialRecord(z.enum(['perPrice', 'quantity', 'minQuantity']), z.string())
const storedDrafts = z.record(
  z.string(),
  z.object({
    seen: z.looseObject({
      _id: z.string(),
      name: z.string(),
      version: z.number(),
      perPrice: z.number(),
      quantity: z.number(),
      minQuantity: z.number(),
    }),
    typed: typedTexts,
    wrong: typedTexts.optional(),
    error: z.string().optional(),
  }),
)

export function countChanges(drafts: ProductDrafts): number {
  return Object.values(drafts).reduce((sum, { typed }) => sum + Object.keys(typed).length, 0)
}

/** Describes the numbers of a newer product that a draft would overwrite. */
export function newerText(draft: ProductDraft, newer: ManagedProduct): string {
  const names = { perPrice: 'price', quantity: 'stock', minQuantity: 'minimum' }
  const fields = Object.keys(draft.typed) as NumberField[]
  const values = fields.map(
    (field) => `${names[field]} ${field === 'perPrice' ? '$' : ''}${fieldText(newer, field)}`,
  )
  return `Changed elsewhere meanwhile, now ${values.join(', ')}. Save again to keep yours, or press Esc in the field to take theirs.`
}

function numberOf(field: NumberField, text: string): number {
  return field === 'perPrice' ? readPrice(text) : readWholeNumber(text)
}
