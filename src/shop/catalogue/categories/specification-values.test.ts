import { expect, test } from 'vitest'
import type { Specification } from './category.ts'
import { specificationErrors, validValues } from './specification-values.ts'

const of = (given: Partial<Specification> & Pick<Specification, 'key' | 'kind'>) => ({
  name: given.key,
  unit: null,
  choices: null,
  ...given,
})
const specifications = [
  of({ key: 'length', kind: 'number', name: 'Length', unit: 'mm' }),
  of({ key: 'finish', kind: 'choice', name: 'Finish', choices: ['chrome', 'black oxide'] }),
  of({ key: 'standard', kind: 'text', name: 'Standard' }),
]
const errorsOf = (values: Record<string, number | string>) => specificationErrors(specifications, values)

test('valid values of each kind have no errors', () => {
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ length: 178.25, finish: 'chrome', standard: 'DIN 3113 A' })).toEqual({})
  for (const length of [0, -20, 0.000001, 1_000_000_000]) expect(errorsOf({ length })).toEqual({})
  expect(errorsOf({ standard: '🔨'.repeat(120) })).toEqual({})
})

test('invalid values are named by their field', () => {
  expect(errorsOf({ length: '178', finish: 'gold', standard: 7, bore: 30 })).toEqual({
    'specifications.length': 'Length must be a number',
    'specifications.finish': 'Finish must be one of: chrome, black oxide',
    'specifications.standard': 'Standard must be a text',
    'specifications.bore': 'The category has no such specification',
  })
  expect(errorsOf({ length: 1_000_000_001, standard: 'x'.repeat(121) })).toEqual({
    'specifications.length': 'Length must be between -1,000,000,000 and 1,000,000,000',
    'specifications.standard': 'Standard has at most 120 characters',
  })
  for (const length of [1e-7, 1 / 3]) {
    expect(errorsOf({ length })).toEqual({
      'specifications.length': 'Length has at most 6 decimals',
    })
  }
  expect(errorsOf({ length: Number.NaN, standard: '' })).toEqual({
    'specifications.length': 'Length must be a number',
    'specifications.standard': 'Standard must not be empty',
  })
  // Names of the prototype are keys like any other.
  expect(Object.keys(errorsOf(JSON.parse('{"constructor":"x","__proto__":"y"}')))).toEqual([
    'specifications.constructor',
    'specifications.__proto__',
  ])
})

test('values that would exceed the limit together are refused together', () => {
  const many = Array.from({ length: 40 }, (_, index) => of({ key: `k${index}`, kind: 'text' }))
  const values = Object.fromEntries(many.map(({ key }) => [key, 'x'.repeat(120)]))
  expect(specificationErrors(many, values)).toEqual({
    specifications: 'The specifications are too long in total',
  })
})

test('a new category keeps the values valid in it', () => {
  const values = { length: 178, finish: 'gold', standard: 'DIN 3113', bore: 30 }
  expect(validValues(specifications, values)).toEqual({ length: 178, standard: 'DIN 3113' })
  expect(validValues([], values)).toEqual({})
})
