import { expect, test } from 'vitest'
import { deskPath, readDeskQuery } from './desk-query.ts'

const read = (query: string) => readDeskQuery(new URLSearchParams(query))
const id = '01a1fed3-d80f-770f-b2b3-176ba058b271'
const first = { search: '', state: 'all', sort: 'newest' }

test('the URL contains the list and its page', () => {
  expect(read('')).toEqual(first)
  expect(read(`search=jane&state=to-pack&sort=oldest&buyer=a@b.example&before=${id}`)).toEqual({
    search: 'jane',
    state: 'to-pack',
    sort: 'oldest',
    buyer: 'a@b.example',
    before: id,
  })
  expect(read('sort=buyer').sort).toBe('buyer')
  expect(read(`after=${id.toUpperCase()}`)).toMatchObject({ after: id.toUpperCase() })
})

test('a path leads to the list that it was made of', () => {
  const wanted = { ...first, state: 'paid', since: '2026-11-01', before: id } as const
  const path = deskPath({ ...wanted, sort: 'oldest', order: 'FW-10001' })
  expect(path).toContain('order=FW-10001')
  expect(read(path.split('?')[1] ?? '')).toEqual({ ...wanted, sort: 'oldest' })
  expect(deskPath(read(''))).toBe('/dashboard/manage-orders')
})

test('invalid URL parameters are ignored', () => {
  expect(read(`state=stolen&sort=7&since=soon&before=7&after=${id}0&page=3`)).toEqual(first)
  expect(read(`search=${'a'.repeat(300)}`).search).toHaveLength(254)
})
