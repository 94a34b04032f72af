import { expect, test } from 'vitest'
import { checkPasswordPolicy } from './password-policy.server.ts'

test.each([
  // The form has checked the six characters already.
  ['spec', 'hammer', [], true],
  [undefined, 'hammer', [], true],
  ['strict', 'hammer', [], false],
  ['strict', 'x7!kQ2#pLz9', [], false],
  ['strict', 'x7!kQ2#pLz9v', [], true],
  ['strict', 'password1234', [], false],
  ['strict', 'qwertyuiop12', [], false],
  ['strict', 'aaaaaaaaaaaaaaaa', [], false],
  ['strict', 'nine hammers in the attic', [], true],
  ['strict', 'jane.buyer@example.com', ['Jane Buyer', 'jane.buyer@example.com'], false],
  ['strict', 'ForgewellAdmin1', [], false],
  ['strict', 'anvilandsons2026', ['Anvilandsons'], false],
  ['strict', 'é'.repeat(200), [], false],
] as const)('the policy %s and the password %s, knowing %j: %s', async (policy, password, known, isGood) => {
  expect(await checkPasswordPolicy(policy, password, [...known])).toBe(isGood ? null : 'auth/weak-password')
})
