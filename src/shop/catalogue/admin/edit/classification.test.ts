import { expect, test } from 'vitest'
import { wrenchSpecifications } from '#server/testing/categories.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import {
  classificationErrors,
  classificationText,
  classificationWords,
  readClassification,
} from './classification.ts'

const categories: Category[] = [
  { slug: 'wrenches', parent: null, name: 'Wrenches', specifications: wrenchSpecifications },
]
const wrench = { category: 'wrenches', specifications: { finish: 'chrome', 'jaw-width': 13 } }

test('equal classifications have equal texts, whatever the order of their values', () => {
  const other = { category: 'wrenches', specifications: { 'jaw-width': 13, finish: 'chrome' } }
  expect(classificationText(wrench)).toBe(classificationText(other))
  expect(readClassification(classificationText(wrench))).toEqual(wrench)
  const none = { category: null, specifications: {} }
  expect(readClassification(classificationText(none))).toEqual(none)
})

test('a number that cannot be read stays invalid', () => {
  const text = classificationText({ ...wrench, specifications: { 'jaw-width': Number.NaN } })
  expect(readClassification(text).specifications).toEqual({ 'jaw-width': Number.NaN })
  expect(classificationErrors(text, categories)).toEqual({
    'jaw-width': 'Jaw width must be a number',
  })
  expect(classificationErrors(classificationText(wrench), categories)).toEqual({})
})

test('a classification is described in the order of its specifications', () => {
  expect(classificationWords(classificationText(wrench), categories)).toBe(
    'Wrenches: Jaw width 13 mm, Finish chrome',
  )
  const bare = { category: 'wrenches', specifications: {} }
  expect(classificationWords(classificationText(bare), categories)).toBe('Wrenches')
  const none = { category: null, specifications: {} }
  expect(classificationWords(classificationText(none), categories)).toBe('No category')
})
