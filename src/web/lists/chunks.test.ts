import { expect, test } from 'vitest'
import { type Chunks, nextChunk, withChunk } from './chunks.ts'

const full = ['a', 'b']
const list = (chunks: Chunks<string>['chunks'], ...fetched: number[]): Chunks<string> => ({
  chunks,
  fetched: new Set(fetched),
})

test.each([
  ['the first chunk of an empty list', list([]), 5, 0, 0],
  ['the one that is wanted', list([full], 0), 9, 3, 3],
  ['the first missing one, after the one that is wanted', list([full, undefined, full], 0, 2), 9, 2, 1],
  ['one that is here from an earlier look', list([full, full]), 4, 0, 0],
  ['none beyond the count', list([full, full], 0, 1), 4, 3, undefined],
  ['none after a short one, whatever was counted', list([full, ['c']], 0, 1), 9, 0, undefined],
  ['another one while the total is unknown', list([full], 0), null, 0, 1],
  ['none of an empty list', list([[]], 0), 0, 0, undefined],
])('the next chunk is %s', (_, chunks, count, wanted, next) => {
  expect(nextChunk(chunks, { count, size: 2, asked: wanted })).toBe(next)
})

test('a chunk is stored by index, and a short chunk ends the list', () => {
  const far = withChunk(list([full], 0), 2, full, 2)
  expect(far).toEqual(list([full, undefined, full], 0, 2))
  expect(withChunk(far, 1, ['c'], 2)).toEqual(list([full, ['c']], 0, 2, 1))
})
