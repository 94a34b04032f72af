import { expect, test } from 'vitest'
import { initials } from './review-card.tsx'

test.each([
  ['Ingrid Solheim', 'IS'],
  ['ana maria de la cruz', 'AC'],
  ['Cher', 'C'],
  ['  Éva   Őri ', 'ÉŐ'],
  ['🔨 smith', '🔨S'],
  ['', ''],
])('the initials of %s are %s', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
