import { allCellsOf, trimmed } from './pasted-cells.ts'
import { findSkus } from './pasted-sku.ts'

/** The columns of a table, from its heading row. */
export type Columns = {
  sku: number
  name: number
  quantity: number
  /** A second column whose heading may mean the quantity, or -1. */
  otherQuantity: number
  /** The empty cells before the first heading. */
  start: number
  count: number
  /** Whether the quantity counts pieces by its heading, not boxes or thousands. */
  isPieces: boolean
  /** Whether a comma is likely to separate decimals. */
  isGerman: boolean
}

const headings = {
  sku: /^(?:sku|item(?:\s*(?:no|nr|code|number|#))?\.?|art(?:icle)?\.?(?:\s*-?\s*(?:no|nr|number))?\.?|artikel(?:nummer|nr)?\.?|part(?:\s*(?:no|number|#))?\.?|product\s*(?:code|no|id)\.?|code|material|cat(?:alog)?(?:ue)?\s*(?:no|number|#)\.?|number)$/i,
  name: /^(?:name|description|desc\.?|product(?:\s*name)?|tool|item\s*(?:name|description)|bezeichnung|beschreibung|artikel|title|text)$/i,
  quantity:
    /^(?:qty\.?(?:\s*(?:ordered|needed))?|quantity(?:\s*ordered)?|order\s*qty|menge|anzahl|stück(?:zahl)?|stk\.?|pcs\.?|pieces|amount|count|how many|need(?:ed)?|ordered)$/i,
  other:
    /^(?:#|pos\.?|position|line|no\.?|row|unit|uom|einheit|me|price.*|unit price|.*preis.*|total|sum|summe|remarks?|notes?|comment|delivery.*|eta|supplier|cost.*|currency|location|stock|min(?:imum)?.*|ean|weight)$/i,
}

const UNIT_OF_HEADING = /\s*[([]([^)\]]*)[)\]]\s*$/
const PIECES = /^\s*(?:pcs?|pieces?|ea|each|units?|stk|st|stück)\.?\s*$/i
const GERMAN =
  /^(?:menge|anzahl|stück(?:zahl)?|bezeichnung|beschreibung|artikel.*|einheit|.*preis.*)$/i

/** Returns the columns that a heading row names, or null if it is none. */
export function headerOf(line: string): Columns | null {
  const all = allCellsOf(line.replace(/\*/g, ''))
  const cells = trimmed(all)
  const written = cells.length > 1 ? cells : line.split(/\s{2,}|,\s*/)
  const list = written.map((cell) => cell.replace(UNIT_OF_HEADING, '').trim())
  if (list.length < 2 || /\d/.test(line.replace(/\(.*?\)/g, ''))) return null
  const at = (heading: RegExp) => list.findIndex((cell) => heading.test(cell))
  const known = list.filter(
    (cell) => cell === '' || Object.values(headings).some((heading) => heading.test(cell)),
  )
  if (known.length < 2 || known.length < list.length - 1) return null
  const sku = at(headings.sku)
  const name = at(headings.name)
  const quantity = at(headings.quantity)
  const otherQuantity = list.findLastIndex((cell) => headings.quantity.test(cell))
  return {
    sku,
    name,
    quantity,
    otherQuantity: otherQuantity === quantity ? -1 : otherQuantity,
    start: Math.max(
      all.findIndex((cell) => cell.trim() !== ''),
      0,
    ),
    count: list.length,
    isPieces: PIECES.test(UNIT_OF_HEADING.exec(written[quantity] ?? '')?.[1] ?? 'pcs'),
    isGerman: list.some((cell) => GERMAN.test(cell)),
  }
}

/**
 * Returns the cells of a row of the table with these columns, the empty ones included; undefined if it
 * is not one.
 */
export function cellsUnder({ start, count, sku }: Columns, line: string): string[] | undefined {
  const cells = allCellsOf(line).slice(start)
  if (cells.length < 2) return undefined
  if (cells.slice(count).some((cell) => cell.trim() !== '')) return undefined
  const isShort = cells.length < count
  if (isShort && (sku < 0 || findSkus(cells[sku] ?? '').length === 0)) return undefined
  return Array.from({ length: count }, (_, index) => (cells[index] ?? '').trim())
}
