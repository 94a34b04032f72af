import { expect, test } from 'vitest'
import { editDistances } from './edit-distance.ts'

test.each([
  ['hammer', 'hammer', 0],
  ['hamer', 'hammer', 1],
  ['wernch', 'wrench', 1],
  ['', 'saw', 3],
  ['scerwdriver', 'screwdriver', 1],
  ['scrudrivr', 'screwdriver', 3],
  ['鑿刀', '鑿', 1],
])('%s and %s differ by %i', (one, other, distance) => {
  expect(editDistances(one, other).at(-1)).toBe(distance)
  expect(editDistances(other, one).at(-1)).toBe(distance)
})

test('the distance to each beginning of a word is known too', () => {
  expect(editDistances('ham', 'hammer')).toEqual([3, 2, 1, 0, 1, 2, 3])
})
