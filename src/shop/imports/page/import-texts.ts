import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { firstCharacters } from '#platform/text.ts'
import type { ProductImport } from '#shop/imports/import-json.server.ts'
import type { ImportMode, ImportStatus } from '#shop/imports/store/product-import.ts'

/** The characters of a long text that the comparison shows. */
const SHOWN = 200

export const modeNames: Record<ImportMode, string> = {
  'change-and-add': 'Change and add',
  change: 'Only change',
  add: 'Only add',
}

export const statusNames: Record<ImportStatus, string> = {
  reading: 'Being read',
  compared: 'Compared',
  applying: 'Being applied',
  applied: 'Applied',
  cancelled: 'Cancelled',
  undoing: 'Being undone',
  undone: 'Undone',
  refused: 'Not read',
  failed: 'Failed',
}

export function valueText(field: string, value: string | number | null | undefined): string {
  if (value === null || value === undefined || value === '') return '(empty)'
  if (field === 'perPrice' && typeof value === 'number') return formatDollars(dollarsToCents(value))
  if (field.startsWith('specifications.')) return String(value)
  if (typeof value === 'number') return value.toLocaleString('en-US')
  return value.length > SHOWN ? `${firstCharacters(value, SHOWN)} …` : value
}

/** How many categories an import would make, of both levels. */
export const countMade = ({ newCategories }: ProductImport): number =>
  newCategories.reduce((sum, { isNew, below }) => sum + Number(isNew) + below.length, 0)

/** What applying an import does, a sentence for each kind of effect that it has. */
export function effectsOf(imported: ProductImport): string[] {
  const { counts, checks, makesCategories } = imported
  const effects: [number, one: string, several: string][] = [
    [counts.new, 'product is added', 'products are added'],
    [counts.changed, 'product changes', 'products change'],
    [checks.price, 'price changes by more than 20 %', 'prices change by more than 20 %'],
    [checks.stock, 'stock goes to 0', 'stocks go to 0'],
    [makesCategories ? countMade(imported) : 0, 'category is made', 'categories are made'],
    [checks.category, 'new product has no category', 'new products have no category'],
    [checks.stale, 'row keeps what changed meanwhile', 'rows keep what changed meanwhile'],
    [counts.refused, 'refused row is left out', 'refused rows are left out'],
  ]
  return effects.flatMap(([count, one, several]) =>
    count === 0 ? [] : `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`,
  )
}
