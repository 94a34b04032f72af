import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { createAuth } from '#shop/auth/api/auth.server.ts'
import { createPasswordHashing } from '#shop/auth/password/password-hashing.server.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { createDeviceCookies } from './device-cookie.server.ts'

const secret = 'a secret that is long enough for a test'

async function cookiesAt(publicUrl: string) {
  const { db } = await createTestDatabase()
  const auth = createAuth({
    db,
    log: pino({ level: 'fatal' }),
    limits: createRateLimits(db, () => new Date()),
    reclaim: { inTransaction: async () => undefined, afterwards: async () => undefined },
    visitorLimits,
    onEmailVerified: async () => {},
    passwords: createPasswordHashing(),
    secret,
    publicUrl,
    site: { name: 'Forgewell' },
    trustedOrigins: [],
  })
  const { sessionToken } = (await auth.$context).authCookies
  const answer = new Response()
  await createDeviceCookies({ secret, site: { publicUrl } }).markDevice(answer, 'a@b.de', null)
  return { session: sessionToken, device: answer.headers.getSetCookie()[0] }
}

test('with https, cookies are bound to this host and sent only encrypted', async () => {
  const { session, device } = await cookiesAt('https://shop.example')
  expect(session).toMatchObject({
    name: '__Host-forgewell.session_token',
    attributes: { secure: true, httpOnly: true, sameSite: 'lax', path: '/' },
  })
  expect(session.attributes.domain).toBeUndefined()
  expect(device).toMatch(
    /^__Host-forgewell_device=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
})

test('a demo without https has cookies of its own name', async () => {
  const { session, device } = await cookiesAt('http://localhost:3000')
  expect(session).toMatchObject({ name: 'forgewell.session_token', attributes: { secure: false } })
  expect(device).toMatch(/^forgewell_device=/)
})
