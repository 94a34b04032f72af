import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { stripeJsStandIn } from './stripe-js-stand-in.server.ts'

const src = 'http://localhost:3000/simulators/stripe/stripe.js'

/** Runs the script as a page does, with the browser globals it needs at load time. */
function loadStandIn(script = stripeJsStandIn) {
  const window: { Stripe?: unknown } = {}
  const result = runInNewContext(script, { window, URL, document: { currentScript: { src } } })
  return { window, result }
}

test('the sources form one classic script that defines window.Stripe', () => {
  const { window } = loadStandIn()
  expect(window.Stripe).toBeTypeOf('function')
  expect(window.Stripe).toHaveProperty('version', 'endive')
  expect(stripeJsStandIn).not.toMatch(/^(import|export)\b/m)
})

/** Returns the script's formatting functions. */
function formatting() {
  const script = stripeJsStandIn
    .replace('(() => {', '(function () {')
    .replace('window.Stripe = Stripe', 'return { groupCardNumber, formatExpiry, fieldErrors }')
  return loadStandIn(script).result
}

test.each([
  ['4242424242424242', '4242 4242 4242 4242'],
  ['42424242424242429', '4242 4242 4242 4242'],
  ['378282246310005', '3782 822463 10005'],
  ['4242-42', '4242 42'],
  ['', ''],
])('formats the card number %s as %s', (typed, shown) => {
  expect(formatting().groupCardNumber(typed)).toBe(shown)
})

test.each([
  ['1', '1'],
  ['12', '12 / '],
  ['123', '12 / 3'],
  ['1234', '12 / 34'],
  ['9', '09 / '],
  ['12/2034', '12 / 34'],
])('formats the expiry date %s as %s', (typed, shown) => {
  expect(formatting().formatExpiry(typed)).toBe(shown)
})

test('the slash after the month can be deleted', () => {
  expect(formatting().formatExpiry('12 /', true)).toBe('12')
})

test.each([
  [{ number: '4242' }, 'incomplete_number'],
  [{ number: '4242424242424241' }, 'invalid_number'],
  [{ expiry: '12' }, 'incomplete_expiry'],
  [{ expiry: '13 / 30' }, 'invalid_expiry_month'],
  [{ expiry: '12 / 25' }, 'invalid_expiry_year_past'],
  [{ expiry: '10 / 26' }, 'invalid_expiry_month_past'],
  [{ cvc: '12' }, 'incomplete_cvc'],
  [{ postalCode: '' }, 'incomplete_zip'],
  [{}, undefined],
])('%j has the error %s', (change, code) => {
  const typed = { number: '4242 4242 4242 4242', expiry: '11 / 26', cvc: '123', ...change }
  const faults = formatting().fieldErrors(typed, new Date(2026, 10, 21))
  expect(Object.values(faults).find(Boolean)).toEqual(
    code === undefined ? undefined : expect.objectContaining({ code }),
  )
})
