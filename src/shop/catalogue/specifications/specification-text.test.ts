import { expect, test } from 'vitest'
import type { Specification } from '#shop/catalogue/categories/category.ts'
import { textWithUnit, valueText } from './specification-text.ts'

const length: Specification = {
  key: 'length',
  name: 'Length',
  kind: 'number',
  unit: 'mm',
  choices: null,
}
const weight: Specification = { ...length, key: 'weight', name: 'Weight', unit: 'g' }

test('lengths are shown in millimetres or inches, other units as they are', () => {
  expect(textWithUnit(length, 178, 'mm')).toBe('178\u00a0mm')
  expect(textWithUnit(length, 178, 'in')).toBe('7.008\u00a0in')
  expect(textWithUnit(length, 12.7, 'in')).toBe('0.5\u00a0in')
  expect(textWithUnit(weight, 1450, 'in')).toBe('1,450\u00a0g')
  expect(textWithUnit({ ...weight, unit: '°' }, 15, 'mm')).toBe('15°')
})

test('a text has no unit, and a cell leaves it to its column', () => {
  expect(textWithUnit({ ...length, kind: 'text', unit: null }, '8 to 19 mm', 'in')).toBe('8 to 19 mm')
  expect(valueText(length, 25.4, 'in')).toBe('1')
})
