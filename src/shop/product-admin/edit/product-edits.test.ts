import { expect, test } from 'vitest'
import { categorySpecsText } from './category-specs.ts'
import { editsOf, mergeEdits } from './product-edits.ts'

const seen = {
  sku: 'SQ-1',
  name: 'Try Square',
  description: 'Blued steel blade',
  imgURL: '/media/a.webp',
  perPrice: 12.5,
  quantity: 40,
  minQuantity: 10,
  longText: '',
  pageTitle: '',
  pageDescription: '',
  family: '',
  size: '',
  bin: 'A-04-12',
  gtin: '',
  weight: '',
  categorySpecs: categorySpecsText({ category: 'squares', specifications: { length: 200 } }),
}

test('only edited fields are sent, including a cleared number', () => {
  expect(editsOf(seen, seen)).toEqual({})
  expect(editsOf({ ...seen, perPrice: 13, name: 'Square' }, seen)).toEqual({
    perPrice: 13,
    name: 'Square',
  })
  expect(editsOf({ ...seen, quantity: Number.NaN }, seen)).toEqual({ quantity: Number.NaN })
})

test('an emptied weight is removed, and one that stays empty is not sent', () => {
  expect(editsOf({ ...seen, weight: '1,250' }, seen)).toEqual({ weight: 1250 })
  expect(editsOf(seen, { ...seen, weight: '75' })).toEqual({ weight: null })
})

test('the category and its values are edited and merged as a whole', () => {
  const moved = { category: 'hammers', specifications: {} }
  const mine = { ...seen, categorySpecs: categorySpecsText(moved) }
  expect(editsOf(mine, seen)).toEqual(moved)
  const longer = { category: 'squares', specifications: { length: 250 } }
  const theirs = { ...seen, categorySpecs: categorySpecsText(longer) }
  expect(mergeEdits(seen, mine, theirs).inConflict).toEqual(['categorySpecs'])
})

test('fields changed on one side only are merged', () => {
  const mine = { ...seen, perPrice: 13 }
  const theirs = { ...seen, name: 'Square', quantity: 28 }
  expect(mergeEdits(seen, mine, theirs)).toEqual({
    takenOver: ['name', 'quantity'],
    inConflict: [],
  })
})

test('fields changed on both sides to different values are conflicts', () => {
  const mine = { ...seen, perPrice: 13, quantity: 100, name: 'Square' }
  const theirs = { ...seen, perPrice: 14, quantity: 28, name: 'Square' }
  expect(mergeEdits(seen, mine, theirs)).toEqual({
    takenOver: [],
    inConflict: ['perPrice', 'quantity'],
  })
})

test('a field edited to the same value is not a conflict', () => {
  expect(mergeEdits(seen, { ...seen, perPrice: 14 }, { ...seen, perPrice: 14 })).toEqual({
    takenOver: [],
    inConflict: [],
  })
})
