import { expect, test } from 'vitest'
import { normalEmail } from './email.ts'
import { emailText } from './email-text.server.ts'

test('e-mail addresses are compared case-insensitively', () => {
  expect(normalEmail('  Jane.Buyer@Example.COM ')).toBe('jane.buyer@example.com')
  expect(emailText('jane.buyer@example.com')).toBe('jane.buyer@example.com')
})

test.each([
  ['müller@exämple.de', 'xn--mller-kva@xn--exmple-cua.de'],
  ['jane@exämple.de', 'jane@xn--exmple-cua.de'],
  ['jörg.müller+shop_1@exämple.de', 'xn--jrg-sna.xn--mller+shop_1-dlb@xn--exmple-cua.de'],
  ['ü.1@example.com', 'xn--tda.1@example.com'],
])('%s is stored and compared as %s, and shown as typed', (typed, normal) => {
  expect(normalEmail(typed)).toBe(normal)
  expect(normalEmail(normal)).toBe(normal)
  expect(normalEmail(typed.toUpperCase())).toBe(normal)
  // Both Unicode forms of ü are equal.
  expect(normalEmail(typed.normalize('NFD'))).toBe(normal)
  expect(emailText(normal)).toBe(typed)
})

test.each(['ü', 'ü@', '@ü.de', 'a@ü@b.de', 'ü/x@b.de', 'ü%41@b.de', 'ü@b.de:80'])(
  '%s is not an e-mail address and is returned unchanged',
  (typed) => expect(normalEmail(typed)).toBe(typed),
)
