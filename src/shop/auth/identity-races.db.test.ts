import { expect, test } from 'vitest'
import { type Answer, cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, register, signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

/** Repeats a call until `end` is answered, and three times more; returns the later answers. */
async function callUntilAfter(end: Promise<Answer>, call: () => Promise<Answer>) {
  let isEnded = false
  const marked = end.then(() => {
    isEnded = true
  })
  const after: Answer[] = []
  while (after.length < 3) {
    const isAfter = isEnded
    const answer = await call()
    expect(answer.status).toBeLessThan(500)
    if (isAfter) after.push(answer)
  }
  await marked
  expect((await end).status).toBe(200)
  return after.map(({ status }) => status)
}

/** Opens the path of the newest mailed link to confirm an e-mail, several times at once. */
async function confirm({ app, readMails }: TestShop, cookie: string, times = 1) {
  const [mail] = await readMails()
  const path = /\/verify-email\S+/.exec(mail?.text ?? '')?.[0]
  const open = () => callApi(app, 'GET', `/auth${path}`, { cookie })
  return Promise.all(Array.from({ length: times }, open))
}

test('a link to confirm an e-mail that is opened four times at once sends no mail twice', async () => {
  const shop = await openTestShop()
  const jane = await signUpUnverified(shop)
  for (const { status } of await confirm(shop, jane.cookie, 4)) expect(status).toBeLessThan(500)
  const { cookie } = jane
  const session = await callApi(shop.app, 'GET', '/auth/get-session', { cookie })
  expect(session.body.user.emailVerified).toBe(true)
  const subjects = (await shop.readMails()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(new Set(subjects).size)
})

test('while an e-mail changes, no session of the old one begins or stays', async () => {
  const shop = await openTestShop()
  const { email, password, cookie } = await register(shop)
  const signIn = (email: string) =>
    callApi(shop.app, 'POST', '/auth/sign-in/email', { body: { email, password } })
  const newEmail = 'new@example.com'
  await shop.readMails()
  await callApi(shop.app, 'POST', '/auth/change-email', { body: { newEmail, password }, cookie })
  await confirm(shop, cookie)
  await shop.readMails()
  const [changed, ...signedIn] = await Promise.all([
    confirm(shop, cookie),
    ...Array.from({ length: 6 }, () => signIn(email)),
  ])
  expect(changed).toMatchObject([{ status: 200 }])
  for (const answer of signedIn.filter(({ status }) => status === 200)) {
    const cookie = cookieOf(answer)
    const { body } = await callApi(shop.app, 'GET', '/auth/get-session', { cookie })
    if (body !== null) expect(body.user.email).toBe(newEmail)
  }
  expect((await signIn(email)).status).toBe(401)
  expect((await signIn(newEmail)).status).toBe(200)
})

test('once a sign-out is answered, its token opens nothing', async () => {
  const shop = await openTestShop()
  const { call, cookie } = await signUp(shop)
  const use = () => call('GET', '/orders/summary')
  expect((await use()).status).toBe(200)
  const signedOut = callApi(shop.app, 'POST', '/auth/sign-out', { body: {}, cookie })
  expect(await callUntilAfter(signedOut, use)).toEqual([401, 401, 401])
})

test('once a demotion is answered, the former admin writes nothing', async () => {
  const shop = await openTestShop()
  const [owen, olga] = [await signUpAdmin(shop), await signUpAdmin(shop)]
  let tries = 0
  const write = () => {
    tries += 1
    return olga.call('POST', '/synonyms', { terms: [`a${tries}`, `b${tries}`] })
  }
  expect((await write()).status).toBe(200)
  const demoted = owen.call('DELETE', `/users/admin/${olga.email}`)
  expect(await callUntilAfter(demoted, write)).toEqual([403, 403, 403])
})

test('once a shared link is revoked, it opens nothing', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const { body } = await jane.call('POST', '/order-lists', { name: 'Van stock', lines: [] })
  const path = `/order-lists/${body._id}/share`
  const { token } = (await jane.call('POST', path)).body
  const read = () => callApi(shop.app, 'GET', `/shared-lists/${token}`)
  expect((await read()).status).toBe(200)
  expect(await callUntilAfter(jane.call('DELETE', path), read)).toEqual([404, 404, 404])
})
