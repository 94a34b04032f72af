import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

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
