import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, isReadable, nearestReadable } from './accent.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

test('the contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBe(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#ffffff', '#ffffff')).toBe(1)
})

test('the default accents are readable, and too pale or too dark ones are not', () => {
  expect([isReadable('#b41218', 'light'), isReadable('#ff6b66', 'dark')]).toEqual([true, true])
  expect([isReadable('#ffcc00', 'light'), isReadable('#1c2a5e', 'dark')]).toEqual([false, false])
})

test('the nearest colour is readable, and is the colour itself when that is readable', () => {
  fc.assert(
    fc.property(color, fc.constantFrom('light' as const, 'dark' as const), (given, theme) => {
      const nearest = nearestReadable(given, theme)
      expect(isReadable(nearest, theme)).toBe(true)
      if (isReadable(given, theme)) expect(nearest).toBe(given)
    }),
  )
})

test('white is readable on every accent of the light theme', () => {
  fc.assert(
    fc.property(color, (given) => {
      expect(contrast(nearestReadable(given, 'light'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})
