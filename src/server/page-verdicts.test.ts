import { expect, test } from 'vitest'
import routes from '#routes.ts'
import { pagesWithoutVerdict } from './testing/authorization/page-verdicts.ts'

test('every page has a verdict for each role', () => {
  expect(pagesWithoutVerdict(routes)).toEqual([])
  expect(pagesWithoutVerdict([{ path: 'new-page' }])).toEqual(['/new-page'])
})
