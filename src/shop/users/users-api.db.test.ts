import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'

test('a token requires the session cookie of the e-mail in path and body', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const eve = await signUp(shop)
  const requestToken = async (path: string, email: unknown, sent: { cookie?: string; token?: string }) => {
    const answer = await callApi(shop.app, 'PUT', `/users/${path}`, { body: { email }, ...sent })
    return [answer.status, Object.keys(answer.body)]
  }
  const given = [200, ['token']]
  const refused = [401, ['code', 'message']]
  const { cookie, token } = eve
  expect(await requestToken(eve.email, eve.email, { cookie })).toEqual(given)
  expect(await requestToken(encodeURIComponent(eve.email.toUpperCase()), eve.email, { cookie })).toEqual(
    given,
  )
  expect(await requestToken(eve.email, ` ${eve.email.toUpperCase()}`, { cookie })).toEqual(given)
  expect(await requestToken(jane.email, jane.email, { cookie })).toEqual(refused)
  expect(await requestToken(jane.email, eve.email, { cookie })).toEqual(refused)
  expect(await requestToken(eve.email, jane.email, { cookie })).toEqual(refused)
  expect(await requestToken(eve.email, eve.email, {})).toEqual(refused)
  // An access token is not accepted, because it could then renew itself forever.
  expect(await requestToken(eve.email, eve.email, { token })).toEqual(refused)
  const forged = cookie.replace(/session_token=[^;]+/, '$&x')
  expect(forged).not.toBe(cookie)
  expect(await requestToken(eve.email, eve.email, { cookie: forged })).toEqual(refused)
  expect(await requestToken(eve.email, ['a'], { cookie })).toEqual([422, ['code', 'message', 'fields']])
  expect(await requestToken('nobody@example.com', 'nobody@example.com', { cookie })).toEqual(refused)
})

test('a profile is readable by its owner only', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const eve = await signUp(shop)
  const admin = await signUpAdmin(shop)
  const path = `/users/${jane.email}`
  const profile = {
    _id: expect.stringMatching(/^[\da-f-]{36}$/),
    email: jane.email,
    name: 'Jane Buyer',
    displayName: 'Jane Buyer',
    phone: '',
    country: '',
    city: '',
    region: '',
    postcode: '',
    address: '',
    company: '',
    taxId: '',
    imgURL: null,
    role: null,
  }
  expect(await jane.call('GET', path)).toMatchObject({ status: 200, body: profile })
  expect(Object.keys((await jane.call('GET', path)).body).sort()).toEqual(Object.keys(profile).sort())
  expect(await admin.call('GET', path)).toMatchObject({ status: 200, body: profile })
  expect((await admin.call('GET', `/users/${admin.email}`)).body.role).toBe('admin')
  const missing = await eve.call('GET', '/users/nobody@example.com')
  const hidden = await eve.call('GET', path)
  expect(hidden).toMatchObject({ status: 404, body: { code: 'no-such-user' } })
  expect(hidden.body).toEqual(missing.body)
})

test('a profile stores its fields, refuses long ones and drops control characters', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const path = `/users/${jane.email}`
  const place = { city: 'Detroit', region: 'MI', country: 'United States' }
  const edit = { name: ' Jäne 刃 \u0000\u001b', phone: '+46 8', ...place }
  const stored = { ...edit, name: 'Jäne 刃', displayName: 'Jäne 刃', email: jane.email }
  expect(await jane.call('PUT', path, edit)).toMatchObject({ status: 200, body: stored })
  expect((await jane.call('PUT', path, { address: 'Anvil St. 1\r\n\tSheffield' })).body).toMatchObject({
    ...stored,
    address: 'Anvil St. 1 Sheffield',
  })
  expect((await jane.call('GET', path)).body).toMatchObject(stored)
  expect(await jane.call('PUT', path, { name: 'x'.repeat(101) })).toMatchObject({
    status: 422,
    body: { code: 'invalid' },
  })
  expect((await jane.call('GET', path)).body.name).toBe('Jäne 刃')
})

test('a profile update cannot set role, id, e-mail, image or verification', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const before = await shop.db.selectFrom('account').selectAll().executeTakeFirst()
  const greedy = [
    { role: 'admin' },
    { _id: '00000000-0000-7000-8000-000000000000' },
    { email: 'boss@example.com' },
    { imgURL: 'https://evil.example/track.png' },
    { emailVerified: true },
  ]
  for (const more of greedy) {
    const { status } = await jane.call('PUT', `/users/${jane.email}`, { name: 'Jane', ...more })
    expect(status).toBe(422)
  }
  expect(await shop.db.selectFrom('account').selectAll().executeTakeFirst()).toEqual(before)
})

test('updating another or a missing profile is refused', async () => {
  const shop = await openTestShop()
  const [jane, eve, admin] = [await signUp(shop), await signUp(shop), await signUpAdmin(shop)]
  for (const who of [eve, admin]) {
    expect((await who.call('PUT', `/users/${jane.email}`, { name: 'Hacked' })).status).toBe(404)
    expect((await who.call('PUT', '/users/new@example.com', { name: 'Hacked' })).status).toBe(404)
  }
  const accounts = await shop.db.selectFrom('account').select('name').orderBy('id').execute()
  expect(accounts.map(({ name }) => name)).toEqual(['Jane Buyer', 'Jane Buyer', 'Owen Owner'])
})

test('only admins can query the role of others', async () => {
  const shop = await openTestShop()
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const roleOf = async (who: typeof jane, email: string) =>
    (await who.call('GET', `/users/admin/${email}`)).body
  expect(await roleOf(owen, owen.email.toUpperCase())).toEqual({ admin: true })
  expect(await roleOf(owen, jane.email)).toEqual({ admin: false })
  expect(await roleOf(owen, 'nobody@example.com')).toEqual({ admin: false })
  expect(await roleOf(jane, jane.email)).toEqual({ admin: false })
  expect(await roleOf(jane, owen.email)).toEqual({ admin: false })
  await shop.db.updateTable('account').set({ role: 'buyer' }).execute()
  expect(await roleOf(owen, owen.email)).toEqual({ admin: false })
})

test('a malformed e-mail in a path gets the response of an unknown one', async () => {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const tooLong = `${'x'.repeat(250)}@x.org`
  for (const email of ['a%00b@example.com', 'a@b@c', '%40', 'no-address', 'a%2F@b.c', tooLong]) {
    for (const path of ['/users/', '/purchase/']) {
      expect((await admin.call('GET', path + email)).status).toBe(404)
    }
    expect((await admin.call('PUT', `/users/${email}`, { name: 'Jane' })).status).toBe(404)
  }
})
