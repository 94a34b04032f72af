import { expect, test } from 'vitest'
import { streamJsonArray } from './json-stream.server.ts'

/** Pages of `size` from `count` numbered items, and the number read so far. */
function pagesOf(count: number, size: number) {
  const cursors: (string | null)[] = []
  const nextPage = async (after: string | null) => {
    cursors.push(after)
    const first = after === null ? 0 : Number(after) + 1
    const length = Math.max(0, Math.min(size, count - first))
    return Array.from({ length }, (_, index) => ({ _id: String(first + index), text: '",[' }))
  }
  return { cursors, nextPage }
}

test.each([0, 1, 9, 10, 11, 25])('a list of %i items is complete and in order', async (count) => {
  const { cursors, nextPage } = pagesOf(count, 10)
  const response = await streamJsonArray(nextPage)
  expect(response.headers.get('Content-Type')).toBe('application/json')
  const items = (await response.json()) as { _id: string }[]
  expect(items.map(({ _id }) => _id)).toEqual(Array.from({ length: count }, (_, id) => String(id)))
  expect(cursors).toHaveLength(Math.ceil(count / 10) + 1)
})

test('a slow reader buffers one page, and a cancelled stream stops reading', async () => {
  const { cursors, nextPage } = pagesOf(1_000_000, 10)
  const reader = (await streamJsonArray(nextPage)).body?.getReader()
  for (let chunk = 1; chunk <= 5; chunk += 1) {
    await reader?.read()
    await new Promise(setImmediate)
    // The consumed pages and one buffered page.
    expect(cursors.length).toBeLessThanOrEqual(chunk + 1)
  }
  await reader?.cancel()
  const read = cursors.length
  await new Promise(setImmediate)
  expect(cursors).toHaveLength(read)
})

test('a database error before the first page rejects instead of starting the list', async () => {
  await expect(streamJsonArray(() => Promise.reject(new Error('gone')))).rejects.toThrow('gone')
})

test('an interrupted list is not valid JSON', async () => {
  const { nextPage } = pagesOf(30, 10)
  const breaking = (after: string | null) =>
    after === '19' ? Promise.reject(new Error('gone')) : nextPage(after)
  await expect((await streamJsonArray(breaking)).json()).rejects.toThrow('gone')
})
