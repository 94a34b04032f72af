import type { Cents } from '#platform/money.ts'
import type { PricedToolJson } from '#shop/prices/price-list-json.server.ts'
import { type DraftList, percentOff, priceOfRow } from './draft-prices.ts'
import { type EditedRow, targetKey } from './edited-rows.ts'

export type RowLine = {
  kind: 'row'
  key: string
  row: EditedRow
  /** None for a category, for all tools, and as long as it is not found. */
  tool: PricedToolJson | null
  /** Its place among the rows of its tool or category, from 1. */
  step: number
  isInFamily: boolean
  price: { paid: Cents; now: Cents; off: number } | null
}

export type FamilyLine = {
  kind: 'family'
  key: string
  family: string
  imgURL: string
  isOpen: boolean
  /** As “26 sizes, 10 to 18 % off”. */
  summary: string
}

export type GridLine = RowLine | FamilyLine

/** What is known of tools, by SKU; null for a SKU that no tool has. */
export type KnownTools = ReadonlyMap<string, PricedToolJson | null>

type ShownList = {
  tools: KnownTools
  isOpen: (family: string, rows: readonly EditedRow[]) => boolean
}

/** Returns what the grid shows: the rows of a tool together, the tools of a family under its line. */
export function gridLines(list: DraftList, { tools, isOpen }: ShownList): GridLine[] {
  const byTarget = Map.groupBy(list.rows, ({ target, key }) => targetKey(target) ?? `row ${key}`)
  const targets = [...byTarget].map(([key, rows]) => {
    const tool = tools.get(rows[0]?.target.sku ?? '') ?? null
    return { key, tool, steps: stepsOf({ ...list, rows }, tool) }
  })
  const byFamily = Map.groupBy(targets, ({ key, tool }) => tool?.family ?? `target ${key}`)
  return [...byFamily].flatMap(([family, targets]): GridLine[] => {
    const isInFamily = targets.length > 1
    const lines = targets
      .flatMap(({ steps }) => steps)
      .map((step): RowLine => ({ kind: 'row', key: `${step.row.key}`, isInFamily, ...step }))
    if (!isInFamily) return lines
    const offs = lines.flatMap(({ price }) => (price ? [price.off] : []))
    const head: FamilyLine = {
      kind: 'family',
      key: `family ${family}`,
      family,
      imgURL: targets[0]?.tool?.imgURL ?? '',
      isOpen: isOpen(
        family,
        lines.map(({ row }) => row),
      ),
      summary: [`${targets.length} sizes`, offText(offs)].filter(Boolean).join(', '),
    }
    return head.isOpen ? [head, ...lines] : [head]
  })
}

type Step = Pick<RowLine, 'row' | 'tool' | 'step' | 'price'>

/** Of a thousand tools, a key changes the prices of one. */
const priced = new WeakMap<PricedToolJson, { rows: readonly EditedRow[]; steps: Step[] }>()

function stepsOf(list: DraftList, tool: PricedToolJson | null): Step[] {
  const { rows } = list
  const before = tool && priced.get(tool)
  const isSame = before?.rows.length === rows.length
  if (isSame && rows.every((row, at) => row === before.rows[at])) return before.steps
  const steps = rows.map((row, index) => {
    const price = tool && priceOfRow(row, tool, list)
    const off = price ? percentOff(price.paid, tool.basePrice) : 0
    return { row, tool, step: index + 1, price: price && { ...price, off } }
  })
  if (tool) priced.set(tool, { rows, steps })
  return steps
}

/** As “10 to 18 % off”, or “5 % above to 10 % off” of the base price. */
function offText(offs: number[]): string {
  if (offs.length === 0) return ''
  const [least, most] = [Math.round(Math.min(...offs)), Math.round(Math.max(...offs))]
  const text = (off: number) => (off < 0 ? `${-off} % above` : `${off} % off`)
  if (least === most) return text(most)
  return `${least < 0 ? text(least) : least} to ${text(most)}`
}
