import { expect, test } from 'vitest'
import { shownPages } from './pager.tsx'

test('a short list shows every page', () => {
  expect(shownPages(0, 1)).toEqual([0])
  expect(shownPages(1, 4)).toEqual([0, 1, 2, 3])
})

test('a long list shows its ends and two pages on either side', () => {
  expect(shownPages(0, 100)).toEqual([0, 1, 2, 99])
  expect(shownPages(50, 100)).toEqual([0, 48, 49, 50, 51, 52, 99])
  expect(shownPages(99, 100)).toEqual([0, 97, 98, 99])
})

test('a single omitted page is shown', () => {
  expect(shownPages(4, 100)).toEqual([0, 1, 2, 3, 4, 5, 6, 99])
  expect(shownPages(95, 100)).toEqual([0, 93, 94, 95, 96, 97, 98, 99])
})

test('every page links to its neighbours, in order and without duplicates', () => {
  for (let count = 1; count <= 12; count += 1) {
    for (let page = 0; page < count; page += 1) {
      const shown = shownPages(page, count)
      expect(shown).toEqual([...new Set(shown)].sort((a, b) => a - b))
      expect(shown).toEqual(expect.arrayContaining([0, page, count - 1]))
      if (page + 1 < count) expect(shown).toContain(page + 1)
      expect(Math.max(...shown)).toBe(count - 1)
    }
  }
})
