import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { firstCharacters } from '#platform/text.ts'
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
