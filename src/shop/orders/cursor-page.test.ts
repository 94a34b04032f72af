import { expect, test } from 'vitest'
import { fetchCursorPage, fetchOrdersUpTo } from './cursor-page.ts'
import { MAX_LINES_OF_PAGE } from './order.ts'
import { BEFORE_ALL_ORDERS, type Cursor } from './orders-query.ts'

const ALL = ['7', '6', '5', '4', '3', '2', '1']
const orders = (ids: string[], lines = 1) => ids.map((_id) => ({ _id, lines: Array.from({ length: lines }) }))

// As the API does it: newest first, and with `after` the rows next to that position.
async function fetchPage({ size, before, after }: Cursor & { size: string }) {
  const ids = ALL.filter((id) => (!before || id < before) && (!after || id > after))
  return orders(after ? ids.slice(-Number(size)) : ids.slice(0, Number(size)))
}

const pageAt = async (cursor: Cursor, fetchOf = fetchPage) => {
  const { rows, ...page } = await fetchCursorPage(fetchOf, cursor, 3)
  return { rows: rows.map(({ _id }) => _id), ...page }
}
const newest = { rows: ['7', '6', '5'], hasNewer: false, hasOlder: true }

test.each([
  ['the newest', {}, newest],
  ['the next', { before: '5' }, { rows: ['4', '3', '2'], hasNewer: true, hasOlder: true }],
  ['the oldest', { before: '2' }, { rows: ['1'], hasNewer: true, hasOlder: false }],
  ['the previous', { after: '2' }, { rows: ['5', '4', '3'], hasNewer: true, hasOlder: true }],
  ['the last', { after: BEFORE_ALL_ORDERS }, { rows: ['3', '2', '1'], hasNewer: true, hasOlder: false }],
])('%s page is found by its neighbour', async (_, cursor, page) => {
  expect(await pageAt(cursor)).toEqual(page)
})

test('a page that ends early, because its orders have many lines, is fetched in parts', async () => {
  const fetchOne = async ({ before, after }: Cursor) => {
    const [row] = await fetchPage({ size: '1', before, after })
    return orders(row ? [row._id] : [], MAX_LINES_OF_PAGE)
  }
  expect(await pageAt({}, fetchOne)).toEqual(newest)
  expect(await pageAt({ before: '5' }, fetchOne)).toMatchObject({ rows: ['4', '3', '2'] })
  expect(await pageAt({ after: '2' }, fetchOne)).toMatchObject({ rows: ['5', '4', '3'] })
  const all = await fetchOrdersUpTo(200, fetchOne, {})
  expect(all.map(({ _id }) => _id)).toEqual(ALL)
})

test.each([{ before: '1' }, { after: '4' }, { after: '7' }])(
  'where no page is left, it is the newest: %o',
  async (cursor) => {
    expect(await pageAt(cursor)).toEqual(newest)
  },
)
