import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { type Answer, cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'

function logIn(shop: TestShop, email: string, password: string, ip?: string, cookie?: string) {
  return callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
    ...(ip !== undefined && { ipAddress: ip }),
    ...(cookie !== undefined && { cookie }),
  })
}

const later = (shop: TestShop, seconds: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000)
}

function expectTooMany({ status, headers, body }: Answer): void {
  expect(status).toBe(429)
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(Number(headers.get('Retry-After'))).toBeLessThanOrEqual(900)
  expect(body).toEqual({ code: 'too-many', message: expect.any(String) })
  expect(headers.getSetCookie()).toEqual([])
}

test('after ten failures logins respond 429 for 15 minutes, even with the right password', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  for (let failure = 0; failure < 10; failure++) {
    expect((await logIn(shop, email.toUpperCase(), 'wrong horse')).status).toBe(401)
  }
  expectTooMany(await logIn(shop, email, 'wrong horse'))
  expectTooMany(await logIn(shop, email, password))
  later(shop, 890)
  expectTooMany(await logIn(shop, email, password))
  later(shop, 11)
  expect((await logIn(shop, email, password)).status).toBe(200)
})

test('successful logins do not count, and other networks are not locked', async () => {
  const shop = await openTestShop()
  const [jane, joe] = [await register(shop), await register(shop)]
  for (let count = 0; count < 12; count++) {
    expect((await logIn(shop, jane.email, jane.password)).status).toBe(200)
  }
  for (let count = 0; count < 11; count++) await logIn(shop, joe.email, 'wrong horse')
  expectTooMany(await logIn(shop, joe.email, joe.password))
  expect((await logIn(shop, jane.email, jane.password)).status).toBe(200)
})

test('of 40 concurrent guesses only ten learn that they were wrong', async () => {
  const shop = await openTestShop()
  const { email } = await register(shop)
  const guesses = Array.from({ length: 40 }, (_, index) => logIn(shop, email, `guess ${index}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test('a right guess among concurrent wrong ones is refused after ten failures', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const sessions = () => shop.db.selectFrom('session').select('id').execute()
  const before = (await sessions()).length
  const words = Array.from({ length: 30 }, (_, index) => (index === 25 ? password : `no ${index}`))
  const answers = await Promise.all(words.map((word) => logIn(shop, email, word)))
  const opened = answers.filter(({ status }) => status === 200)
  expect(await sessions()).toHaveLength(before + opened.length)
  const won = answers[25]
  if (won?.status !== 200) expect(won?.headers.getSetCookie()).toEqual([])
})

test('an unknown e-mail is throttled like a known one', async () => {
  const shop = await openTestShop()
  for (let failure = 0; failure < 10; failure++) {
    expect((await logIn(shop, 'nobody@example.com', 'wrong horse')).status).toBe(401)
  }
  expectTooMany(await logIn(shop, 'nobody@example.com', 'wrong horse'))
})

test('100 failures lock an IP address, regardless of its headers', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const attack = (index: number, word: string) =>
    callApi(shop.app, 'POST', '/auth/sign-in/email', {
      body: { email: index < 0 ? email : `victim-${index}@example.com`, password: word },
      headers: { 'X-Forwarded-For': `10.0.0.${index + 1}`, 'X-Real-IP': '10.9.9.9' },
      ipAddress: '203.0.113.7',
    })
  for (let count = 0; count < 5; count++) expect((await attack(-1, password)).status).toBe(200)
  for (let start = 0; start < 100; start += 20) {
    const some = Array.from({ length: 20 }, (_, index) => attack(start + index, 'wrong horse'))
    for (const { status } of await Promise.all(some)) expect(status).toBe(401)
  }
  expectTooMany(await attack(100, 'wrong horse'))
  expectTooMany(await attack(-1, password))
  expect((await logIn(shop, email, password, '203.0.113.8')).status).toBe(200)
})

test('the processes of one shop share their counts', async () => {
  const database = await createTestDatabase()
  const shops = [await openTestShop(database), await openTestShop(database)] as const
  const [shop] = shops
  const { email, password } = await register(shop)
  for (let failure = 0; failure < 10; failure++) {
    const some = shops[failure % 2] ?? shop
    expect((await logIn(some, email, 'wrong horse')).status).toBe(401)
  }
  for (const one of shops) expectTooMany(await logIn(one, email, password))
})

test('concurrent logins are queued or refused with Retry-After', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const answers = await Promise.all(Array.from({ length: 90 }, () => logIn(shop, email, password)))
  const [served, refused] = [200, 503].map((wanted) => answers.filter(({ status }) => status === wanted))
  expect((served?.length ?? 0) + (refused?.length ?? 0)).toBe(90)
  expect(served?.length).toBeGreaterThanOrEqual(68)
  for (const { headers, body } of refused ?? []) {
    expect(headers.get('Retry-After')).toMatch(/^\d+$/)
    expect(body.code).toBe('unavailable')
  }
  expect((await logIn(shop, email, password)).status).toBe(200)
})

test('200 concurrent logins do not lock out other networks or other accounts', {
  tags: 'long',
}, async () => {
  // Otherwise a busy machine sends the logins no faster than they are answered.
  const shop = await openTestShop(undefined, undefined, { hasRealPasswordCosts: true })
  const [jane, joe] = [await register(shop), await register(shop)]
  const flood = Array.from({ length: 200 }, () => logIn(shop, jane.email, jane.password, '203.0.113.7'))
  const others = [
    logIn(shop, joe.email, joe.password, '203.0.113.8'),
    logIn(shop, jane.email, jane.password, '203.0.113.9'),
    callApi(shop.app, 'POST', '/auth/sign-up/email', {
      body: { name: 'Jack Buyer', email: 'jack@example.com', password: 'correct horse' },
      ipAddress: '203.0.113.10',
    }),
  ]
  for (const { status } of await Promise.all(others)) expect(status).toBe(200)
  const statuses = new Set((await Promise.all(flood)).map(({ status }) => status))
  expect([...statuses].sort()).toEqual([200, 503])
})

test('one IP address can attempt 300 logins per minute', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  // A refused form costs no password hash, but counts.
  for (let count = 0; count < 300; count++) {
    expect((await logIn(shop, email, 'short', '203.0.113.7')).status).toBe(422)
  }
  expectTooMany(await logIn(shop, email, password, '203.0.113.7'))
  expect((await logIn(shop, email, password, '203.0.113.8')).status).toBe(200)
  later(shop, 61)
  expect((await logIn(shop, email, password, '203.0.113.7')).status).toBe(200)
})

test('failures lock the account for their own network only', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  for (let failure = 0; failure < 10; failure++) {
    expect((await logIn(shop, email, 'wrong horse', '198.51.100.1')).status).toBe(401)
  }
  expectTooMany(await logIn(shop, email, password, '198.51.100.1'))
  expect((await logIn(shop, email, password, '203.0.113.7')).status).toBe(200)
})

test('a known browser can log in from a locked network', async () => {
  const shop = await openTestShop()
  const [jane, joe] = [await register(shop), await register(shop)]
  const first = await logIn(shop, jane.email, jane.password, '198.51.100.1')
  const marks = first.headers.getSetCookie().filter((cookie) => cookie.includes('device'))
  expect(marks).toEqual([expect.stringMatching(/; Path=\/api\/auth; HttpOnly; SameSite=Lax$/)])
  const device = cookieOf(first)
  for (let failure = 0; failure < 11; failure++) {
    await logIn(shop, jane.email, 'wrong horse', '198.51.100.1')
    await logIn(shop, joe.email, 'wrong horse', '198.51.100.1')
  }
  expectTooMany(await logIn(shop, jane.email, jane.password, '198.51.100.1'))
  const from = (email: string, word: string, cookie: string) =>
    logIn(shop, email, word, '198.51.100.1', cookie)
  expect((await from(jane.email, jane.password, device)).status).toBe(200)
  // It is not valid for other accounts, nor when forged.
  expectTooMany(await from(joe.email, joe.password, device))
  const madeUp = `forgewell_device=${crypto.randomUUID()}.${'A'.repeat(43)}%3D`
  expectTooMany(await from(jane.email, jane.password, madeUp))
  // It does not allow unlimited guesses either.
  for (let failure = 0; failure < 10; failure++) {
    expect((await from(jane.email, 'wrong horse', device)).status).toBe(401)
  }
  expectTooMany(await from(jane.email, jane.password, device))
})

test('200 failures from many networks lock the account, except for known browsers', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  const device = cookieOf(await logIn(shop, email, password, '203.0.113.7'))
  for (let index = 0; index < 20; index++) {
    const some = Array.from({ length: 10 }, () => logIn(shop, email, 'wrong horse', `198.51.100.${index}`))
    for (const { status } of await Promise.all(some)) expect(status).toBe(401)
  }
  expectTooMany(await logIn(shop, email, password, '203.0.113.7'))
  expect((await logIn(shop, email, password, '203.0.113.7', device)).status).toBe(200)
})

test('logins and failures are audited with user and IP address', async () => {
  const shop = await openTestShop()
  const { email, password } = await register(shop)
  await shop.db.deleteFrom('auditEntry').execute()
  await logIn(shop, email, 'wrong horse', '203.0.113.7')
  await logIn(shop, 'nobody@example.com', 'wrong horse', '2001:db8::7')
  await logIn(shop, email, password, '203.0.113.7')
  const { id } = await shop.db.selectFrom('account').select('id').executeTakeFirstOrThrow()
  const entries = await shop.db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
  const ipAddress = '203.0.113.7'
  expect(entries).toMatchObject([
    { action: 'login-failed', actor: 'visitor', subject: email, subjectId: id, ipAddress },
    { action: 'login-failed', subject: 'nobody@example.com', subjectId: null },
    { action: 'login', actor: email, actorId: id, subject: email, subjectId: id, ipAddress },
  ])
  expect(entries[1]?.ipAddress).toBe('2001:db8::7')
  expect(entries[0]?.happenedAt).toBeInstanceOf(Date)
})
