import { expect, test } from 'vitest'
import { userText } from './user-text.ts'

test('user text becomes one short line without links', () => {
  expect(userText(' 1 Anvil Street\n\tSheffield ')).toBe('1 Anvil Street Sheffield')
  expect(userText('x'.repeat(200), 60)).toBe(`${'x'.repeat(59)}…`)
  expect(userText('🔨'.repeat(60), 60)).toBe('🔨'.repeat(60))
  const link = userText('Visit https://evil.example/now or www.evil.example')
  expect(link).not.toMatch(/https?:\/\/|\w\.\w/)
  expect(link.replaceAll('\u2060', '')).toBe('Visit https://evil.example/now or www.evil.example')
})
