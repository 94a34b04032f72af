import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['hammer', 'hammer', 0],
  ['hamer', 'hammer', 1],
  ['wernch', 'wrench', 1],
  ['', 'saw', 3],
  ['scerwdriver', 'screwdriver', 2],
  ['鑿刀', '鑿', 1],
])('%s and %s differ by %i', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})
