import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: string | number) => {
  const random = createRandom(seed)
  return Array.from({ length: 20 }, () => random.integer(1, 1000))
}

test('the same seed gives the same sequence, another seed a different one', () => {
  expect(draw(7)).toEqual(draw('7'))
  expect(draw(7)).not.toEqual(draw(8))
})

test('a fork does not depend on its parent’s position', () => {
  const early = createRandom(7)
  const late = createRandom(7)
  late.integer(1, 6)
  expect(early.fork('buyer').integer(1, 1000)).toBe(late.fork('buyer').integer(1, 1000))
})

test('integer bounds are inclusive', () => {
  const random = createRandom(7)
  const drawn = new Set(Array.from({ length: 200 }, () => random.integer(1, 3)))
  expect([...drawn].sort()).toEqual([1, 2, 3])
})

test('a shuffle keeps all elements in a different order', () => {
  const sorted = Array.from({ length: 20 }, (_, index) => index)
  const shuffled = createRandom(7).shuffle(sorted)
  expect(shuffled).not.toEqual(sorted)
  expect(shuffled.sort((a, b) => a - b)).toEqual(sorted)
})
