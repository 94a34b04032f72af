import { expect, test } from 'vitest'
import { withQuery } from '#platform/http/query.ts'
import { namedPageSize, sizeQuery } from './page-size.ts'

const options = [
  { label: '10', value: '10' },
  { label: '15', value: '20' },
  { label: '20', value: '20' },
  { label: 'All', value: 'all' },
]

test('an option that shares its size adds its label to the URL', () => {
  expect(options.map((option) => withQuery('', sizeQuery(options, option)))).toEqual([
    '?size=10',
    '?size=20&label=15',
    '?size=20',
    '?size=all',
  ])
})

test('a label is ignored with another size', () => {
  const named = (query: string, size: number | 'all') =>
    namedPageSize(options, new URLSearchParams(query), size)
  expect(named('size=20&label=15', 20)).toEqual({ label: '15', value: '20' })
  expect(named('size=10&label=15', 10)).toEqual({ label: '10', value: '10' })
  expect(named('size=7&label=%3Cb%3E', 7)).toEqual({ label: '7', value: '7' })
  expect(named('', 'all')).toEqual({ label: 'all', value: 'all' })
})
