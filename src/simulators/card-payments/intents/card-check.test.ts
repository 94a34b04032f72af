import { expect, test } from 'vitest'
import { checkCard, passesLuhn } from './card-check.ts'
import { testCards } from './test-cards.ts'

const now = new Date('2026-11-21T09:00:00Z')
const good = { number: '4242 4242 4242 4242', exp_month: 11, exp_year: 2026, cvc: '123' }

test('finds a test card by its number', () => {
  expect(checkCard(good, now)).toMatchObject({ brand: 'visa', behaviour: 'succeeds' })
  expect(checkCard({ ...good, exp_year: 26 }, now)).toMatchObject({ brand: 'visa' })
})

test.each([
  [{ number: '4242424242424241' }, 'incorrect_number'],
  [{ number: '4242' }, 'incorrect_number'],
  [{ number: 'four thousand' }, 'incorrect_number'],
  [{ exp_month: 0 }, 'invalid_expiry_month'],
  [{ exp_month: 13 }, 'invalid_expiry_month'],
  [{ exp_month: 10 }, 'invalid_expiry_month'],
  [{ exp_year: 2025 }, 'invalid_expiry_year'],
  [{ exp_year: 2100 }, 'invalid_expiry_year'],
  [{ cvc: '12' }, 'invalid_cvc'],
  [{ cvc: '1234' }, 'invalid_cvc'],
  [{ cvc: 'abc' }, 'invalid_cvc'],
  [{ number: '4111111111111111' }, 'card_declined'],
])('%j is rejected: %s', (change, code) => {
  expect(checkCard({ ...good, ...change }, now)).toMatchObject({
    status: 402,
    error: { type: 'card_error', code },
  })
})

test('every test card has a valid check digit', () => {
  expect(testCards.filter(({ number }) => !passesLuhn(number))).toEqual([])
})
