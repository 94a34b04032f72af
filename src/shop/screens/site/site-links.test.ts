import { expect, test } from 'vitest'
import { initials } from './site-links.tsx'

test('initials are those of the first and the last word', () => {
  expect(initials('Jane Buyer')).toBe('JB')
  expect(initials(' jane  van der buyer ')).toBe('JB')
  expect(initials('Wolfeschlegelsteinh')).toBe('W')
  expect(initials('𝒜da 𝓛')).toBe('𝒜𝓛')
  expect(initials('')).toBe('')
})
