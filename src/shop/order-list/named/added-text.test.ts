import { expect, test } from 'vitest'
import { MAX_LINES, mergeLists } from '#shop/list-store/order-list.ts'
import { addedText } from './added-text.ts'

test('lines left out of a full list are reported', () => {
  const linesOf = (...ids: string[]) => ids.map((productId) => ({ productId, quantity: 10 }))
  const full = linesOf(...Array.from({ length: MAX_LINES - 1 }, (_, index) => `p${index}`))
  const added = linesOf('a', 'b', 'c')
  const merged = mergeLists(full, added)
  expect(addedText('Van stock', merged, added)).toBe(
    'Van stock added, except for 2 lines: the list is full with 200.',
  )
  expect(addedText('Van stock', mergeLists([], added), added)).toBe('Van stock added.')
})
