import { expect, test } from 'vitest'
import { createTargets, draftOf, oddityOf, readDraft } from './row-drafts.ts'

const targetOf = createTargets([{ slug: 'wrenches', name: 'Ring wrenches' }])
const read = (name: string, from: string, price: string) =>
  readDraft({ from, price }, targetOf(name))

test('a row is read as it is typed', () => {
  expect(read('fw-1', '1,000', '$8.90')).toEqual({ sku: 'FW-1', minQuantity: 1000, perPrice: 8.9 })
  for (const name of [' wrenches ', 'ring Wrenches'])
    expect(read(name, '', '12,5 %')).toEqual({
      category: 'wrenches',
      minQuantity: 1,
      percent: 12.5,
    })
  expect(read('ALL', '10', '-5%')).toEqual({ all: true, minQuantity: 10, percent: 5 })
  expect(read('FW-1', '1', '8.905')).toEqual({ sku: 'FW-1', minQuantity: 1, perPrice: 8.905 })
  expect(read('', 'ten', 'cheap')).toEqual({ minQuantity: 0 })
})

test('what a list has is typed back as the same', () => {
  for (const row of [
    { sku: 'FW-1', minQuantity: 10, perPrice: 8.9 },
    { category: 'wrenches', minQuantity: 1, percent: 12.5 },
    { all: true as const, minQuantity: 1, percent: 5 },
  ]) {
    const draft = draftOf({ ...row, name: '' })
    expect(readDraft(draft, targetOf(draft.name))).toEqual(row)
  }
})

test('a price far from the base price is named', () => {
  const odd = (price: string) => oddityOf({ from: '1', price }, 7.9)
  expect(odd('79')).toBe('Far from the base price of $7.90')
  expect(odd('1.50')).toBe('Far from the base price of $7.90')
  for (const price of ['7', '23.70', '1.58', '10 %', 'cheap']) expect(odd(price), price).toBeNull()
})
