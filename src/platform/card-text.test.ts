import { expect, test } from 'vitest'
import { cardText } from './card-text.ts'

test.each([
  ['visa', 'Visa ending in 4242'],
  ['amex', 'American Express ending in 4242'],
])('a %s card is named', (brand, text) => {
  expect(cardText({ brand, last4: '4242' })).toBe(text)
})
