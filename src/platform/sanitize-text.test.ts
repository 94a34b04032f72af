import fc from 'fast-check'
import { expect, test } from 'vitest'
import { removeControlCharacters } from './sanitize-text.ts'

test('control characters are removed, words in every script are preserved', () => {
  expect(removeControlCharacters('A\u0000nvil\u001b Street\r\n\tSheffield\u0085')).toBe(
    'Anvil Street Sheffield',
  )
  expect(removeControlCharacters('Zoë 刃物 Ольга أولغا\u200f 🔨')).toBe(
    'Zoë 刃物 Ольга أولغا\u200f 🔨',
  )
  expect(removeControlCharacters('\u202enimdA \u2067llewegroF\u2069')).toBe('nimdA llewegroF')
  expect(removeControlCharacters('half a hammer: \ud83d')).toBe('half a hammer: \ufffd')
})

test('the result has no control characters and is idempotent', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cleaned = removeControlCharacters(text)
      expect(cleaned).not.toMatch(/[\p{Cc}\u202e]/u)
      expect(removeControlCharacters(cleaned)).toBe(cleaned)
    }),
  )
})
