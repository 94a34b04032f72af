import { expect, test } from 'vitest'
import { wordQuery } from './word-search.server.ts'

test.each([
  ['claw hammer', 'claw:* & hammer:*', 'claw:* & hammer:*'],
  ['  Claw   HAM ', 'claw:* & ham:*', 'claw:* & ham:*'],
  ['anna@example.com', 'anna:* & example:* & com:*', 'anna & example & com:*'],
  ['100% | (steel)', '100:* & steel:*', '100:* & steel:*'],
  ['Müller’s', 'müller:* & s:*', 'müller & s:*'],
  ['!?', '', ''],
])('%s', (search, all, last) => {
  expect(wordQuery(search)).toBe(all)
  expect(wordQuery(search, 'last')).toBe(last)
})
