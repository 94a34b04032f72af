import { expect, test } from 'vitest'
import { cents } from '#platform/money.ts'
import { poolsOf, restOfPools } from './buyer-pools.server.ts'

const namesOf = (email: string, ipAddress: string | null) =>
  poolsOf(email, ipAddress).map(({ name }) => name)

test.each([
  ['box1@attacker.example', null, ['mail domain attacker.example']],
  ['box@A.b.Attacker.example', null, ['mail domain attacker.example']],
  ['box@a.attacker.co.uk', null, ['mail domain attacker.co.uk']],
  ['jane@gmail.com', null, []],
  ['jane@yahoo.co.uk', null, []],
  ['jane@hotmail.fr', '203.0.113.7', ['network 203.0.113.7']],
  [
    'jane@t-online.de',
    '2001:db8:1:2::3',
    ['network 2001:db8:1:2::/64', 'network 2001:db8:1::/56', 'network 2001:db8:1::/48'],
  ],
])('%s from %s is in the pools %j', (email, ipAddress, names) => {
  expect(namesOf(email, ipAddress)).toEqual(names)
})

test('the tightest pool counts; larger networks have four times the limit', () => {
  const pools = poolsOf('box@attacker.example', '2001:db8:1:2::3')
  const rest = (held: [string, number][]) => restOfPools(pools, new Map(held), cents(300))
  expect(rest([])).toBe(300)
  expect(rest([['mail domain attacker.example', 250]])).toBe(50)
  expect(rest([['network 2001:db8:1::/48', 1150]])).toBe(50)
  expect(rest([['network 2001:db8:1:2::/64', 301]])).toBe(-1)
})
