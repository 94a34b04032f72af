import { expect, test, vi } from 'vitest'
import { createRandom } from '#prove/random.ts'
import type { Received } from '#prove/security/client.ts'
import { createActors } from './actors.ts'
import type { Call } from './caller.ts'

/** A fake shop that responds by path and records requests. */
function createShop(answers: Record<string, { status: number; json?: object; cookie?: string }>) {
  const call = vi.fn<Call>(async (_actor, method, path) => {
    const { status, json, cookie } = answers[`${method} ${path.replace(/user-.*/, '')}`] ?? {
      status: 404,
    }
    const headers = new Headers(cookie ? { 'Set-Cookie': `${cookie}; Path=/` } : {})
    return { status, headers, json } as Received
  })
  return { call, paths: () => call.mock.calls.map(([, method, path]) => `${method} ${path}`) }
}

const TOKEN = { status: 200, json: { token: 'new' } }
const SETUP = 'otpauth://totp/a?secret=MFRGGZDFMZTWQ2LK'

test('a signed-out admin signs in again with a new session', async () => {
  const actors = createActors(0, createRandom('1'))
  const admin = actors.admin()
  const { call } = createShop({
    'POST /auth/sign-in/email': { status: 200, json: {}, cookie: 'session=2' },
    'PUT /users/': TOKEN,
  })
  await actors.comeBack(await admin, call)
  expect(await actors.admin()).toEqual({
    ...(await admin),
    cookie: 'session=2',
    token: 'new',
  })
})

test('a buyer comes back with a recovery code, and with the authenticator when none is left', async () => {
  const actors = createActors(0, createRandom('1'))
  const buyer = await actors.buyer()
  const { call, paths } = createShop({
    'POST /auth/sign-in/email': { status: 200, json: { twoFactorRedirect: true } },
    'POST /auth/two-factor/verify-totp': { status: 200, cookie: 'session=4' },
    'POST /auth/two-factor/verify-backup-code': { status: 200, cookie: 'session=3' },
    'PUT /users/': TOKEN,
  })
  actors.remember(buyer, { totpURI: SETUP, backupCodes: ['old'] })
  actors.remember(buyer, { backupCodes: ['abc'] })
  await actors.comeBack(buyer, call)
  expect(call.mock.calls[1]?.[3]).toEqual({ body: { code: 'abc' } })
  await actors.comeBack(buyer, call)
  expect(paths().filter((path) => path.includes('two-factor'))).toEqual([
    'POST /auth/two-factor/verify-backup-code',
    'POST /auth/two-factor/verify-totp',
  ])
})

test('a second factor that was set up once more keeps the session', async () => {
  const actors = createActors(0, createRandom('1'))
  const admin = await actors.admin()
  const { call } = createShop({ 'PUT /users/': TOKEN })
  await actors.continueWith(admin, '', call)
  expect(await actors.admin()).toEqual({ ...admin, token: 'new' })
  await actors.continueWith(admin, 'forgewell.session_token=5', call)
  expect(await actors.admin()).toMatchObject({ cookie: 'forgewell.session_token=5' })
})

test('a user who can no longer sign in is replaced by the next one, also an admin', async () => {
  const actors = createActors(3, createRandom('1'))
  const { call } = createShop({ 'POST /auth/sign-in/email': { status: 401 } })
  const seen = new Set<number | undefined>()
  for (const next of [actors.buyer, actors.admin]) {
    for (let round = 0; round < 4; round++) {
      const actor = await next()
      expect(seen).not.toContain(actor.number)
      seen.add(actor.number)
      await actors.comeBack(actor, call)
    }
  }
})
