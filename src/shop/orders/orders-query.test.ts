import { expect, test } from 'vitest'
import { lineStates } from './order.ts'
import { deskFilters, deskTabs, orderFilters } from './orders-query.ts'

test('every status has a filter', () => {
  expect([...orderFilters].sort()).toEqual(['all', 'open', ...Object.keys(lineStates)].sort())
})

test('every tab of Manage Orders is a filter', () => {
  expect(deskTabs.filter((tab) => !deskFilters.includes(tab))).toEqual([])
})
