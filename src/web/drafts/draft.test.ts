import { expect, test } from 'vitest'
import { draftText, readDraft, typedValues } from './draft.ts'

test('a draft stores typed values and restores them', () => {
  const form = { name: 'Jane Buyer', address: '1 Anvil Street', quantity: 12 }
  const typed = typedValues(form, { name: 'Jane Buyer', address: '', quantity: 10 })
  expect(readDraft(draftText(typed))).toEqual({ address: '1 Anvil Street', quantity: 12 })
  // A cleared field stays empty.
  expect(typedValues({ city: '' }, { city: 'Malmö' })).toEqual({ city: '' })
})

test('untouched and invalid values leave no draft', () => {
  expect(draftText(typedValues({ name: 'Jane', note: '' }, { name: 'Jane' }))).toBeNull()
  expect(draftText({ quantity: Number.NaN })).toBeNull()
})

test('secrets are never stored', () => {
  const secrets = { password: 'a', newPassword: 'b', cardNumber: 'c', cvc: 'd', city: 'Malmö' }
  expect(draftText(secrets)).toBe('{"city":"Malmö"}')
})

test.each(['{', '7', 'null', '"text"', '{"city":{"of":"somebody"}}', null])(
  'an invalid draft is empty: %s',
  (text) => expect(readDraft(text)).toEqual({}),
)

test('fields within lists are kept by their names', () => {
  const first = { skills: [{ name: 'Forging' }, { name: 'Grinding' }] }
  const typed = typedValues({ skills: [{ name: 'Forging' }, { name: 'Filing' }] }, first)
  expect(typed).toEqual({ 'skills.1.name': 'Filing' })
})
