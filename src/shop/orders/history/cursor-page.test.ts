import { expect, test } from 'vitest'
import { fetchCursorPage } from './cursor-page.ts'
import { BEFORE_ALL_ORDERS, type Cursor } from './orders-query.ts'

const ALL = ['7', '6', '5', '4', '3', '2', '1']

// As the API does it: newest first, and with `after` the rows next to that position.
async function fetchRows({ size, before, after }: Cursor & { size: string }): Promise<string[]> {
  const rows = ALL.filter((row) => (!before || row < before) && (!after || row > after))
  return after ? rows.slice(-Number(size)) : rows.slice(0, Number(size))
}

const pageAt = (cursor: Cursor) => fetchCursorPage(fetchRows, cursor, 3)
const newest = { rows: ['7', '6', '5'], hasNewer: false, hasOlder: true }

test.each([
  ['the newest', {}, newest],
  ['the next', { before: '5' }, { rows: ['4', '3', '2'], hasNewer: true, hasOlder: true }],
  ['the oldest', { before: '2' }, { rows: ['1'], hasNewer: true, hasOlder: false }],
  ['the previous', { after: '2' }, { rows: ['5', '4', '3'], hasNewer: true, hasOlder: true }],
  [
    'the last',
    { after: BEFORE_ALL_ORDERS },
    { rows: ['3', '2', '1'], hasNewer: true, hasOlder: false },
  ],
])('%s page is found by its neighbour', async (_, cursor, page) => {
  expect(await pageAt(cursor)).toEqual(page)
})

test.each([{ before: '1' }, { after: '4' }, { after: '7' }])(
  'where no page is left, it is the newest: %o',
  async (cursor) => {
    expect(await pageAt(cursor)).toEqual(newest)
  },
)
