import { expect, test } from 'vitest'
import { pagesWithoutVerdict } from '#testing/authorization/page-verdicts.ts'
import routes from './routes.ts'

test('every page has a verdict for each role', () => {
  expect(pagesWithoutVerdict(routes)).toEqual([])
  expect(pagesWithoutVerdict([{ path: 'new-page' }])).toEqual(['/new-page'])
})
