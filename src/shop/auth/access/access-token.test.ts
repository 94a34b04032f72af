import { expect, test } from 'vitest'
import { createAccessTokens } from './access-token.server.ts'

const claims = { accountId: 'account', sessionId: 'session' }

async function openTokens() {
  const clock = { now: new Date('2026-01-01T12:00:00Z') }
  const tokens = await createAccessTokens('a secret of more than 32 characters', () => clock.now)
  const later = (seconds: number) => {
    clock.now = new Date(clock.now.getTime() + seconds * 1000)
  }
  return { ...tokens, later }
}

test('a token is valid for 15 minutes', async () => {
  const { issue, read, later } = await openTokens()
  const token = await issue(claims)
  expect(await read(token)).toEqual(claims)
  later(899)
  expect(await read(token)).toEqual(claims)
  later(1)
  expect(await read(token)).toBeNull()
})

test('a token of the future is refused after the clock was set back, also when it was read before', async () => {
  const { issue, read, later } = await openTokens()
  later(3600)
  const token = await issue(claims)
  expect(await read(token)).toEqual(claims)
  later(-3600)
  expect(await read(token)).toBeNull()
})
