import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutControls } from './plain-text.ts'

test('control characters go, words and every script stay', () => {
  expect(withoutControls('A\u0000nvil\u001b Street\r\n\tSheffield\u0085')).toBe(
    'Anvil Street Sheffield',
  )
  expect(withoutControls('Zoë 刃物 Ольга 🔨')).toBe('Zoë 刃物 Ольга 🔨')
})

test('nothing that is left is a control character, and a second time changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const cleaned = withoutControls(text)
      expect(cleaned).not.toMatch(/\p{Cc}/u)
      expect(withoutControls(cleaned)).toBe(cleaned)
    }),
  )
})
