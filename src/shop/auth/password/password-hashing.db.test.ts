import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { shopUrl } from '#server/testing/test-shop.ts'
import { createAuth } from '#shop/auth/api/auth.server.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'
import { createPasswordHashing } from './password-hashing.server.ts'

/** Sets up better-auth alone, with a hash function that counts its calls. */
async function openIdentity() {
  const { db } = await createTestDatabase()
  const real = createPasswordHashing()
  const counted = { hashes: 0 }
  const auth = createAuth({
    reclaim: { inTransaction: async () => {}, afterwards: async () => {} },
    visitorLimits,
    onEmailVerified: async () => {},
    limits: createRateLimits(db, () => new Date()),
    db,
    log: pino({ level: 'silent' }),
    site: { name: 'Forgewell' },
    publicUrl: shopUrl,
    trustedOrigins: [],
    secret: 'a secret that only the tests know, long enough',
    passwords: {
      hash: (password) => {
        counted.hashes++
        return real.hash(password)
      },
      verify: (given) => {
        counted.hashes++
        return real.verify(given)
      },
    },
  })
  const post = (path: string, body: object) =>
    auth.handler(
      new Request(`${shopUrl}/api/auth/${path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: shopUrl },
        body: JSON.stringify(body),
      }),
    )
  return { db, counted, post }
}

test('an unknown e-mail costs exactly one password hash, as a known one does', async () => {
  const { db, counted, post } = await openIdentity()
  const email = 'jane@example.com'
  await post('sign-up/email', { name: 'Jane Buyer', email, password: 'correct horse' })
  const cost = async (login: object) => {
    counted.hashes = 0
    const { status } = await post('sign-in/email', login)
    return [status, counted.hashes]
  }
  expect(await cost({ email, password: 'correct horse' })).toEqual([200, 1])
  expect(await cost({ email, password: 'wrong horse' })).toEqual([401, 1])
  expect(await cost({ email: 'nobody@example.com', password: 'wrong horse' })).toEqual([401, 1])
  // Users who signed up with another provider have no password.
  await db.deleteFrom('credential').execute()
  expect(await cost({ email, password: 'correct horse' })).toEqual([401, 1])
  expect(await cost({ email, password: '' })).toEqual([422, 0])
})
