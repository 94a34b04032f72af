import { expect, test } from 'vitest'
import { editedRows } from './edited-rows.ts'
import { gridLines } from './grid-lines.ts'

const tool = (sku: string, basePrice: number, family: string | null = null) => {
  return { sku, name: sku, imgURL: '', family, categories: [], basePrice, lists: [] }
}
const tools = new Map(
  [tool('A-1', 10, 'Wrench'), tool('B-1', 10), tool('A-2', 20, 'Wrench')].map((tool) => [tool.sku, tool]),
)

function linesOf(prices: [sku: string, from: number, price: number][], isOpen = true) {
  const rows = editedRows(
    prices.map(([sku, minQuantity, perPrice]) => ({ sku, name: '', minQuantity, perPrice })),
  )
  return gridLines({ _id: '1', name: '', contract: false, rows }, { tools, isOpen: () => isOpen })
}

test('steps are under their tool, and sizes under their family, which says what is off', () => {
  const prices: [string, number, number][] = [
    ['A-1', 1, 9],
    ['B-1', 1, 9.5],
    ['A-2', 1, 18],
    ['A-1', 50, 8.2],
  ]
  const shown = (isOpen: boolean) =>
    linesOf(prices, isOpen).map((line) =>
      line.kind === 'family'
        ? `${line.family}, ${line.summary}`
        : `${line.tool?.sku} ${line.step}: ${line.price?.off}`,
    )
  const family = 'Wrench, 2 sizes, 10 to 18 % off'
  expect(shown(true)).toEqual([family, 'A-1 1: 10', 'A-1 2: 18', 'A-2 1: 10', 'B-1 1: 5'])
  expect(shown(false)).toEqual([family, 'B-1 1: 5'])
})

test('a net price is what the shop charges: never more than the base price without a contract', () => {
  const [line] = linesOf([['B-1', 1, 12]])
  expect(line).toMatchObject({ price: { paid: 1000, now: 1000, off: 0 } })
})
