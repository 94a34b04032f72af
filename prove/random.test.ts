import { expect, test } from 'vitest'
import { createRandom } from './random.ts'

const draw = (seed: string | number) => {
  const random = createRandom(seed)
  return Array.from({ length: 20 }, () => random.integer(1, 1000))
}

test('the same seed draws the same, another one does not', () => {
  expect(draw(7)).toEqual(draw('7'))
  expect(draw(7)).not.toEqual(draw(8))
})

test('what a fork draws does not depend on its parent’s draws', () => {
  const early = createRandom(7)
  const late = createRandom(7)
  late.integer(1, 6)
  expect(early.fork('buyer').integer(1, 1000)).toBe(late.fork('buyer').integer(1, 1000))
})

test('both ends are drawn, and nothing beyond', () => {
  const random = createRandom(7)
  const drawn = new Set(Array.from({ length: 200 }, () => random.integer(1, 3)))
  expect([...drawn].sort()).toEqual([1, 2, 3])
})

test('a shuffle keeps everything, in another order', () => {
  const sorted = Array.from({ length: 20 }, (_, index) => index)
  const shuffled = createRandom(7).shuffle(sorted)
  expect(shuffled).not.toEqual(sorted)
  expect(shuffled.sort((a, b) => a - b)).toEqual(sorted)
})
