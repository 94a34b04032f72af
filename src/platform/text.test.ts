import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstCharacters, removeControlCharacters, userText } from './text.ts'

test('control characters are removed, words in every script are preserved', () => {
  expect(removeControlCharacters('A\u0000nvil\u001b Street\r\n\tSheffield\u0085')).toBe(
    'Anvil Street Sheffield',
  )
  expect(removeControlCharacters('Zoë 刃物 Ольга أولغا\u200f 🔨')).toBe('Zoë 刃物 Ольга أولغا\u200f 🔨')
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

test('a text is cut after whole characters', () => {
  expect(firstCharacters('hammer', 6)).toBe('hammer')
  expect(firstCharacters(`${'x'.repeat(99)}🔨yyy`, 100)).toBe(`${'x'.repeat(99)}🔨`)
  expect(firstCharacters('🔨'.repeat(9), 4)).toBe('🔨🔨🔨🔨')
})

test('user text becomes one short line without links', () => {
  expect(userText(' 1 Anvil Street\n\tSheffield ')).toBe('1 Anvil Street Sheffield')
  expect(userText('x'.repeat(200), 60)).toBe(`${'x'.repeat(59)}…`)
  expect(userText('🔨'.repeat(60), 60)).toBe('🔨'.repeat(60))
  const link = userText('Visit https://evil.example/now or www.evil.example')
  expect(link).not.toMatch(/https?:\/\/|\w\.\w/)
  expect(link.replaceAll('\u2060', '')).toBe('Visit https://evil.example/now or www.evil.example')
})
