import { expect, test } from 'vitest'
import { matchWords } from './match-words.ts'

test.each([
  ['Claw hammers, 450g', 'claw hammer 450 g'],
  ['adjustable wrenches 250', 'adjustable wrench 250'],
  ['Combination Pliers 180 mm', 'combination pliers 180 mm'],
  ['HEX KEY SETS', 'hex key sets'],
  ['glass cutter', 'glass cutter'],
  ['', ''],
])('%s is searched for by %s', (name, words) => {
  expect(matchWords(name).join(' ')).toBe(words)
})
