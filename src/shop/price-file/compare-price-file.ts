import type { CategoryPaths } from '#shop/catalogue/categories/category-paths.ts'
import type { RowState } from '#shop/compared-files/row-states.ts'
import { checkRows, isFarFromBase, type KnownTargets, rowProblems } from '#shop/prices/check-price-rows.ts'
import type { SentRow } from '#shop/prices/price-list-forms.ts'
import { AS_OF, momentIn } from '#shop/tables/columns/as-of.ts'
import { plainCell, whyNoValue, whyOther } from '#shop/tables/columns/read-cell.ts'
import { readConverted, readRowMeaning } from '#shop/tables/columns/row-meaning.ts'
import type { FileColumn } from '#shop/tables/columns/survey-columns.ts'
import type { FileRow } from '#shop/tables/files/collect-rows.server.ts'
import { isGross } from '#shop/tables/meanings.ts'
import { ALL_TOOLS } from './price-file-fields.ts'
import { stepIn } from './price-steps.ts'

/** A row of a file as it would be saved, or why it can't be read. */
export type ReadPriceRow = {
  position: number
  cells: string[]
  row: SentRow
  reasons: string[]
  /** The moment of the export that it comes from. */
  asOf: Date | null
}

export type ComparedPriceRow = ReadPriceRow & {
  state: RowState
  from: SentRow | null
  isFar: boolean
  /** Whether its price in the list changed later, and stays. */
  isStale: boolean
  /** Whether it is refused for what it says, not for other steps. */
  isFaulty: boolean
}

export function readPriceRow(
  { position, cells, problem, held = {} }: FileRow,
  columns: readonly FileColumn[],
  paths: CategoryPaths,
  today: string,
): ReadPriceRow {
  const meaning = readRowMeaning(cells, columns, today)
  const reasons = [...(problem === null ? [] : [problem]), ...meaning.reasons]
  const row: SentRow = { minQuantity: 1 }
  const numberIn = (cell: string, column: FileColumn, held?: string) => {
    const value = readConverted(cell, column, meaning, held)
    if (typeof value === 'number') return value
    const why = typeof value === 'string' ? `no number in ${cell}` : value.reason
    reasons.push(`${column.name}: ${why}`)
    return undefined
  }
  const typeAt = columns.findIndex(({ field }) => field === 'valueType')
  const type = cells[typeAt] ?? ''
  const isPercentRow = /discount|percent|rabatt|remise|descuento|%/i.test(type)
  if (isGross(type)) reasons.push(`${type} is with tax, and prices here are without`)
  for (const [at, column] of columns.entries()) {
    const { name, field, choice } = column
    const cell = plainCell(cells[at])
    if (cell === '' || field === null || field === AS_OF.name) continue
    const problem = whyNoValue(cell) ?? whyOther(cell, held[at])
    if (problem !== null) reasons.push(`${name} ${problem}`)
    else if (field === 'target')
      Object.assign(row, choice === 'target:sku' ? { sku: cell.toUpperCase() } : targetIn(cell, paths))
    else if (field === 'minQuantity') row.minQuantity = numberIn(stepIn(cell), column, held[at]) ?? 1
    else if (field !== 'valueType') {
      const isPercent = field === 'percent' || isPercentRow || cell.endsWith('%')
      // Price lists write what is taken off also as -5 %.
      const text = isPercent
        ? cell
            .replace(/^-/, '')
            .replace(/ ?%(?: off)?$/, '')
            .trim()
        : cell
      const value = numberIn(text, isPercent ? { ...column, field: 'percent' } : column, held[at])
      const isFraction = choice === 'percent:fraction' && !cell.includes('%')
      if (value !== undefined)
        row[isPercent ? 'percent' : 'perPrice'] = isFraction ? Number((value * 100).toFixed(6)) : value
    }
  }
  const asOf = momentIn(cells[columns.findIndex(({ field }) => field === AS_OF.name)] ?? '')
  if (typeof asOf === 'string') reasons.push(asOf)
  return { position, cells, row, reasons, asOf: typeof asOf === 'string' ? null : asOf }
}

/** What a cell names: all tools, a category, or else a SKU. */
export function targetIn(cell: string, paths: CategoryPaths): Partial<SentRow> {
  const lower = cell.toLowerCase()
  if (lower === ALL_TOOLS.toLowerCase() || lower === 'all') return { all: true }
  const category = paths.find(cell) ?? paths.categories.find(({ slug }) => slug === lower)
  return category ? { category: category.slug } : { sku: cell.toUpperCase() }
}

/** A row is told so many wrong steps of its tool or category. */
const NAMED_STEPS = 3

type ComparedList = {
  stored: readonly SentRow[]
  known: KnownTargets
  isContract: boolean
  /** Whether rows of the list that the file does not have are removed. */
  replaces: boolean
  /** When the prices of the list came to be; empty if those that changed after an export are taken, too. */
  changedAt: ReadonlyMap<string, Date>
}

/** Compares the rows of a file with a list. Returns what each does, and all rows of the list as they would be then. */
export function comparePriceFile(
  read: readonly ReadPriceRow[],
  { stored, known, isContract, replaces, changedAt }: ComparedList,
): { compared: ComparedPriceRow[]; rows: SentRow[]; others: number } {
  const reasons = read.map(({ row, reasons }) =>
    // Of a cell that can't be read, nothing more is said.
    reasons.length > 0 ? reasons : rowProblems(row, known),
  )
  const faulty = reasons.map(({ length }) => length > 0)
  const named = new Set(read.map(({ row }) => keyOf(row)))
  const before = new Map(stored.map((row) => [keyOf(row), row]))
  const isLater = (row: SentRow, asOf: Date | null) =>
    asOf !== null && (changedAt.get(keyOf(row))?.getTime() ?? 0) > asOf.getTime()
  const stale = new Set(
    read.filter(({ row, asOf }) => {
      const from = before.get(keyOf(row))
      return from && stateOf(row, from) === 'changed' && isLater(row, asOf)
    }),
  )
  // A file joined from several exports knows the list as of the oldest of them.
  const [oldest = null] = read.flatMap(({ asOf }) => asOf ?? []).sort((a, b) => +a - +b)
  const sound = read.flatMap((row, index) => (reasons[index]?.length === 0 && !stale.has(row) ? [index] : []))
  const rowAt = (index: number) => read[index]?.row ?? { minQuantity: 1 }
  const soundKeys = new Set(sound.map((index) => keyOf(rowAt(index))))
  const others = stored.filter((row) => !named.has(keyOf(row)) && !isLater(row, oldest))
  // A row whose line is refused stays as it was.
  const kept = stored.filter(
    (row) => !soundKeys.has(keyOf(row)) && (!replaces || named.has(keyOf(row)) || isLater(row, oldest)),
  )
  const whole = [...sound.map(rowAt), ...kept]
  const nameOf = (index: number) => {
    const position = read[sound[index] ?? -1]?.position
    return position === undefined ? 'the list' : `row ${position}`
  }
  // The steps of a target are taken together: a part of them may rise.
  const rowErrors = checkRows(whole, known, { isContract, nameOf }).errors
  const errors = Map.groupBy(rowErrors, ({ index }) => targetOf(whole[index]))
  const errorsOf = Map.groupBy(rowErrors, ({ index }) => index)
  for (const [at, index] of sound.entries()) {
    const own = errorsOf.get(at)?.map(({ message }) => message)
    const others = errors.get(targetOf(rowAt(index)))?.slice(0, NAMED_STEPS) ?? []
    const steps = others.map(({ index, message }) => {
      const step = `${nameOf(index)}, from ${whole[index]?.minQuantity}: ${message}`
      return step.charAt(0).toUpperCase() + step.slice(1)
    })
    reasons[index]?.push(...(own ?? steps))
  }
  const compared = read.map((row, index): ComparedPriceRow => {
    const from = before.get(keyOf(row.row)) ?? null
    const refused = reasons[index] ?? []
    const isStale = refused.length === 0 && stale.has(row)
    const state = refused.length > 0 ? 'refused' : isStale ? 'unchanged' : stateOf(row.row, from)
    const base = known.products.get(row.row.sku ?? '')?.basePrice
    const isFar = isFarFromBase(row.row.perPrice, base)
    const isFaulty = faulty[index] === true
    return { ...row, reasons: [...new Set(refused)], state, from, isFar, isStale, isFaulty }
  })
  const taken = sound.map(rowAt).filter((row) => !errors.has(targetOf(row)))
  const left = new Set(kept)
  const isLeft = (row: SentRow) => left.has(row) || errors.has(targetOf(row))
  return { compared, rows: [...taken, ...stored.filter(isLeft)], others: others.length }
}

function stateOf(row: SentRow, from: SentRow | null): RowState {
  if (!from) return 'new'
  const isSame = row.perPrice === from.perPrice && row.percent === from.percent
  return isSame ? 'unchanged' : 'changed'
}

function targetOf({ sku, category, all }: SentRow = { minQuantity: 1 }): string {
  return all ? 'all' : category === undefined ? `sku ${sku}` : `in ${category}`
}

/** What a row names and from how many pieces, which no two rows of a list share. */
export const keyOf = (row: SentRow) => `${targetOf(row)} ${row.minQuantity}`
