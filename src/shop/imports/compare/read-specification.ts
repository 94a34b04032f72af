import { cleanText } from '#platform/clean-text.ts'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { type ColumnMark, type ReadNumber, readNumberCell } from '#shop/tables/columns/read-cell.ts'
import { unitOf } from '#shop/tables/columns/table-fields.ts'

const MM_PER_INCH = 25.4
const INCH = /(?:in\.?|inch(?:es)?|zoll|["″”])$/i
const FRACTION = /^(?:(\d+)(?:\s+|-))?(\d+)\/([1-9]\d*)$/

/** Reads the value of a specification, also in inches or with its unit: `1/2 in`, `12.7 mm`. */
export function readSpecificationCell(
  cell: string,
  { kind, unit, choices }: Specification,
  heading: string,
  mark: ColumnMark,
  held?: string,
): ReadNumber {
  if (kind === 'choice') {
    const isSame = (choice: string) => choice.toLowerCase() === cell.toLowerCase()
    return choices?.find(isSame) ?? cell
  }
  if (kind === 'text') return cell
  const text = cleanText(cell).trim()
  const headed = unitOf(heading) ?? ''
  const isInch = unit === 'mm' && (INCH.test(text) || (INCH.test(headed) && !/mm$/i.test(text)))
  const plain = isInch ? text.replace(INCH, '').trim() : withoutUnit(text, unit)
  const number = (held === undefined && readFraction(plain)) || readNumberCell(plain, mark, held)
  if (typeof number === 'string') return cell
  if (typeof number === 'object' || !isInch) return number
  return Number((number * MM_PER_INCH).toFixed(6))
}

function withoutUnit(text: string, unit: string | null): string {
  const hasUnit = unit !== null && text.toLowerCase().endsWith(unit.toLowerCase())
  return hasUnit ? text.slice(0, -unit.length).trim() : text
}

/** `1/2`, `1 1/2` or `1-1/2`. */
function readFraction(text: string): number | null {
  const [, whole = '0', over = '', under = ''] = FRACTION.exec(text) ?? []
  if (under === '') return null
  return Number((Number(whole) + Number(over) / Number(under)).toFixed(6))
}
