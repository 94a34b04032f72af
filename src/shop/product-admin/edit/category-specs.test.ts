import { expect, test } from 'vitest'
import { wrenchSpecifications } from '#server/testing/catalogue.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import {
  categorySpecsErrors,
  categorySpecsText,
  categorySpecsWords,
  readCategorySpecs,
  readSpecificationNumber,
} from './category-specs.ts'

const categories: Category[] = [
  { slug: 'wrenches', parent: null, name: 'Wrenches', specifications: wrenchSpecifications },
]
const wrench = { category: 'wrenches', specifications: { finish: 'chrome', 'jaw-width': 13 } }

test('equal categories and specifications have equal texts, in any order of the values', () => {
  const other = { category: 'wrenches', specifications: { 'jaw-width': 13, finish: 'chrome' } }
  expect(categorySpecsText(wrench)).toBe(categorySpecsText(other))
  expect(readCategorySpecs(categorySpecsText(wrench))).toEqual(wrench)
  const none = { category: null, specifications: {} }
  expect(readCategorySpecs(categorySpecsText(none))).toEqual(none)
})

test('a number that cannot be read stays invalid', () => {
  const text = categorySpecsText({ ...wrench, specifications: { 'jaw-width': Number.NaN } })
  expect(readCategorySpecs(text).specifications).toEqual({ 'jaw-width': Number.NaN })
  expect(categorySpecsErrors(text, categories)).toEqual({
    'jaw-width': 'Jaw width must be a number',
  })
  expect(categorySpecsErrors(categorySpecsText(wrench), categories)).toEqual({})
})

test('a category and its values are described in the order of its specifications', () => {
  expect(categorySpecsWords(categorySpecsText(wrench), categories)).toBe(
    'Wrenches: Jaw width 13 mm, Finish chrome',
  )
  const bare = { category: 'wrenches', specifications: {} }
  expect(categorySpecsWords(categorySpecsText(bare), categories)).toBe('Wrenches')
  const none = { category: null, specifications: {} }
  expect(categorySpecsWords(categorySpecsText(none), categories)).toBe('No category')
})

test.each([
  ['', ''],
  ['12,5', 12.5],
  ['0,125', 0.125],
  ['1.250', 1.25],
  ['-3', -3],
  ['1250,125', 1250.125],
  ['1,250', Number.NaN],
  ['wide', Number.NaN],
])('the number “%s” is read as %s', (text, number) => {
  expect(readSpecificationNumber(text)).toBe(number)
})
