import { expect, test } from 'vitest'
import { lineStates } from './order.ts'
import { orderFilters, readOrdersQuery } from './orders-query.ts'

const read = (query: string) => readOrdersQuery(new URLSearchParams(query))
const id = '01a1fed3-d80f-770f-b2b3-176ba058b271'

test('every status has a filter', () => {
  expect([...orderFilters].sort()).toEqual(['all', 'open', ...Object.keys(lineStates)].sort())
})

test('the URL contains the list and its page', () => {
  expect(read('')).toEqual({ search: '', state: 'all' })
  expect(read(`search=jane&state=paid&before=${id}`)).toEqual({
    search: 'jane',
    state: 'paid',
    before: id,
  })
  expect(read(`after=${id.toUpperCase()}`)).toMatchObject({ after: id.toUpperCase() })
})

test('invalid URL parameters are ignored', () => {
  expect(read(`state=stolen&before=7&after=${id}0&page=3`)).toEqual({ search: '', state: 'all' })
  expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(254)
})
