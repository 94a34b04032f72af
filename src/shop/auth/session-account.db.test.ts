import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createRateLimits } from '#platform/http/limits/rate-limits.server.ts'
import { authSecret, openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { register } from '#server/testing/users.ts'
import { createAuth } from './api/auth.server.ts'
import { createPasswordHashing } from './password/password-hashing.server.ts'
import { findCurrentUser } from './user-queries.server.ts'
import { visitorLimits } from './visitor-limits.server.ts'

async function openSession() {
  const shop = await openTestShop()
  const { db } = shop
  const auth = createAuth({
    db,
    log: pino({ level: 'fatal' }),
    limits: createRateLimits(db, () => new Date()),
    passwords: createPasswordHashing(),
    reclaim: { inTransaction: async () => {}, afterwards: async () => {} },
    visitorLimits,
    onEmailVerified: async () => {},
    secret: authSecret,
    publicUrl: shopUrl,
    site: { name: 'Forgewell' },
    trustedOrigins: [],
  })
  const jane = await register(shop)
  const find = (cookie: string) => findCurrentUser(db, auth, new Headers({ cookie }))
  return { db, auth, jane, find }
}

test('the session cookie names its user, as better-auth reads it', async () => {
  const { auth, jane, find } = await openSession()
  const known = await auth.api.getSession({ headers: new Headers({ cookie: jane.cookie }) })
  expect(await find(jane.cookie)).toMatchObject({ uid: known?.user.id, email: jane.email })
  expect(await find(`theme=dark; ${jane.cookie}; other=1`)).toMatchObject({ email: jane.email })
})

test('a changed, unsigned or malformed cookie identifies no user', async () => {
  const { jane, find } = await openSession()
  const [name = '', value = ''] = jane.cookie.split('=')
  const signed = decodeURIComponent(value)
  const token = signed.slice(0, signed.lastIndexOf('.'))
  for (const other of [
    token,
    `${token}.`,
    `${token}.${'A'.repeat(43)}=`,
    `x${signed}`,
    `.${signed.slice(token.length + 1)}`,
    '%E0%A4%A',
    '',
  ]) {
    expect(await find(`${name}=${encodeURIComponent(other)}`), other).toBeNull()
  }
  expect(await find(`${name}=%E0%A4%A`)).toBeNull()
  expect(await find(`x${jane.cookie}`)).toBeNull()
})

test('an ended or expired session, or one of a deleted user, identifies no user', async () => {
  const { db, jane, find } = await openSession()
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() - 1) })
    .execute()
  expect(await find(jane.cookie)).toBeNull()
  await db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() + 6e8) })
    .execute()
  expect(await find(jane.cookie)).not.toBeNull()
  await db.updateTable('account').set({ closedAt: new Date() }).execute()
  expect(await find(jane.cookie)).toBeNull()
  await db.updateTable('account').set({ closedAt: null }).execute()
  await db.deleteFrom('session').execute()
  expect(await find(jane.cookie)).toBeNull()
})

test('a session in use is prolonged', async () => {
  const { db, jane, find } = await openSession()
  const soon = new Date(Date.now() + 3_600_000)
  await db.updateTable('session').set({ expiresAt: soon }).execute()
  expect(await find(jane.cookie)).toMatchObject({ email: jane.email })
  const { expiresAt } = await db.selectFrom('session').select('expiresAt').executeTakeFirstOrThrow()
  expect(expiresAt.getTime()).toBeGreaterThan(soon.getTime())
})

test('a page knows whose prices an admin sees, until that ends', async () => {
  const { db, jane, find } = await openSession()
  const { id } = await db
    .selectFrom('account')
    .select('id')
    .where('email', '=', jane.email)
    .executeTakeFirstOrThrow()
  const until = new Date(Date.now() + 60_000)
  await db.updateTable('session').set({ seesAs: id, seesUntil: until }).execute()
  expect((await find(jane.cookie))?.seesAs).toBeUndefined()
  await db.updateTable('account').set({ role: 'admin' }).execute()
  expect((await find(jane.cookie))?.seesAs).toMatchObject({ uid: id, until: until.toISOString() })
  await db.updateTable('session').set({ seesUntil: new Date() }).execute()
  expect((await find(jane.cookie))?.seesAs).toBeUndefined()
})
