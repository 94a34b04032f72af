import fc from 'fast-check'
import { expect, test } from 'vitest'
import { loginPath, safeReturnPath } from './auth.ts'
import { googleText, loginText, registerText, resetText, retryText } from './auth-texts.ts'

const shop = 'https://shop.example'

test.each([
  ['/purchase'],
  ['/dashboard/orders?page=2#last'],
  ['/purchase?from=https://evil.example'],
  ['/a%2F%2Fevil.example'],
])('after a login, %s is returned to', (path) => {
  expect(safeReturnPath(path)).toBe(path)
})

test.each([
  ...['', 'https://evil.example', 'http:evil.example', '//evil.example', '/\\evil.example'],
  ...['\\\\evil.example', '/\t/evil.example', '/\n\\evil.example', '\t//evil.example'],
  ...['/.//evil.example', '/..//evil.example', '/x/..//evil.example', '/%2e//evil.example'],
  ...['javascript:alert(1)', 'data:text/html,x', 'purchase', ' /purchase', '%2F%2Fevil.example'],
])('after a login, %j leads home', (wanted) => {
  expect(safeReturnPath(wanted)).toBe('/')
})

test('without a return path, a login leads to the home page', () => {
  expect(safeReturnPath(null)).toBe('/')
  expect(safeReturnPath(undefined)).toBe('/')
})

test('every return path is a path of this site that is valid in a header', () => {
  const parts = fc.constantFrom('/', '\\', '.', '..', ':', '@', '%2f', '\t', '\r\n', 'a', '?', '#')
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string())), (pieces) => {
      const path = safeReturnPath(`/${pieces.join('')}`)
      expect(path).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/)
      expect(new URL(path, shop).origin).toBe(shop)
      expect(new URL(new URL(path, shop).pathname, shop).origin).toBe(shop)
    }),
    { numRuns: 1000 },
  )
})

test('the login page remembers where to return to', () => {
  const query = new URL(loginPath('/purchase/1?a=b&c=d'), shop).searchParams
  expect(safeReturnPath(query.get('from'))).toBe('/purchase/1?a=b&c=d')
})

test.each([
  ['auth/user-not-found', 'User is not Found, Please create new account'],
  ['auth/wrong-password', 'Password is not Match'],
  ['auth/invalid-password', 'Password is not valid'],
  ['auth/invalid-email', 'Email is not valid'],
  ['auth/email-already-exists', 'Something went wrong'],
  ['internal', 'Something went wrong'],
  ['toString', 'Something went wrong'],
])('a login refused with %s says "%s"', (code, text) => {
  expect(loginText(code)).toBe(text)
})

test.each([
  ['auth/email-already-exists', 'Email alreay exits, please login'],
  ['auth/weak-password', 'Something went wrong auth/weak-password'],
])('a registration refused with %s says "%s"', (code, text) => {
  expect(registerText(code)).toBe(text)
})

test.each([
  [null, undefined],
  ['', undefined],
  ['access_denied', 'Sign-in with Google was cancelled.'],
  ['made-up', 'Sign-in with Google failed. Please try again.'],
  ['constructor', 'Sign-in with Google failed. Please try again.'],
])('the text for a sign-in with Google that ended with %o', (code, text) => {
  expect(googleText(code)).toBe(text)
})

test('the retry text states the delay', () => {
  expect(retryText(undefined)).toBe('')
  expect(retryText(1)).toBe('Try again in 1 second.')
  expect(retryText(59)).toBe('Try again in 59 seconds.')
  expect(retryText(60)).toBe('Try again in 1 minute.')
  expect(retryText(661)).toBe('Try again in 12 minutes.')
})

test('a weak password gets the specified text at registration and reset', () => {
  const text = 'Something went wrong auth/weak-password'
  expect(registerText('auth/weak-password')).toBe(text)
  expect(resetText('auth/weak-password')).toBe(text)
})
