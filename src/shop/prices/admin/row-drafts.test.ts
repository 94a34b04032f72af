import { expect, test } from 'vitest'
import { draftOf, oddityOf, readDraft } from './row-drafts.ts'

test('a row is read as it is typed', () => {
  const read = (from: string, price: string) => readDraft({ from, price }, { sku: 'FW-1' })
  const row = { sku: 'FW-1', minQuantity: 1 }
  expect(read('1,000', '$8.90')).toEqual({ ...row, minQuantity: 1000, perPrice: 8.9 })
  expect(read('', '12,5 %')).toEqual({ ...row, percent: 12.5 })
  expect(read('10', '-5%')).toEqual({ ...row, minQuantity: 10, percent: 5 })
  expect(read('1', '-5.00')).toEqual({ ...row, perPrice: -5 })
  expect(read('1', '8.905')).toEqual({ ...row, perPrice: 8.905 })
  expect(readDraft({ from: 'ten', price: 'cheap' }, {})).toEqual({ minQuantity: 0 })
})

test('what a list has is typed back as the same', () => {
  for (const [target, price] of [
    [{ sku: 'FW-1' }, { minQuantity: 10, perPrice: 8.9 }],
    [{ category: 'wrenches' }, { minQuantity: 1, percent: 12.5 }],
    [{ all: true as const }, { minQuantity: 1, percent: 5 }],
  ] as const) {
    const row = { ...target, ...price }
    expect(readDraft(draftOf({ ...row, name: '' }), target)).toEqual(row)
  }
})

test('a price far from the base price is named', () => {
  const odd = (price: string) => oddityOf({ from: '1', price }, 7.9)
  expect(odd('79')).toBe('Far from the base price of $7.90')
  expect(odd('1.50')).toBe('Far from the base price of $7.90')
  for (const price of ['7', '23.70', '1.58', '10 %', 'cheap']) expect(odd(price), price).toBeNull()
})
