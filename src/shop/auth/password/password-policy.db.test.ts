import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'
import { checkPasswordPolicy } from './password-policy.server.ts'

const weak = { code: 'auth/weak-password', message: 'Something went wrong auth/weak-password' }
const strong = 'nine hammers in the attic'

test('the strict policy requires 12 characters that are hard to guess', async () => {
  const check = (password: string) =>
    checkPasswordPolicy('strict', password, ['Jane Buyer', 'jane.buyer@example.com'])
  const refused = [
    ...['k7#Qz!p2Lw9', 'passwordpassword', 'password1234', 'qwertyuiop123', '123456789012'],
    ...['aaaaaaaaaaaa', 'letmeinletmein', 'jane.buyer@example.com', 'Password123!'],
  ]
  for (const password of refused) expect(await check(password), password).toBe(weak.code)
  for (const password of [strong, 'k7#Qz!p2Lw9x', 'U4xkO2sWqTa8pL0z', strong.padEnd(128, 'ab1!')]) {
    expect(await check(password), password).toBeNull()
  }
})

test('the default policy requires any 6 characters', async () => {
  const shop = await openTestShop()
  const body = { name: 'Jane Buyer', email: 'jane@example.com', password: '123456' }
  expect((await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })).status).toBe(200)
})

test('the strict policy refuses weak passwords at registration and reset; old ones still work', async () => {
  const shop = await openTestShop(undefined, undefined, { passwordPolicy: 'strict' })
  const register = (password: string) =>
    callApi(shop.app, 'POST', '/auth/sign-up/email', {
      body: { name: 'Jack Buyer', email: 'jack@example.com', password },
    })
  // The shop's host is shop.test.
  for (const password of ['123456', 'password1234', 'shop.test1234']) {
    const { status, body } = await register(password)
    expect([status, body]).toEqual([422, weak])
  }
  expect((await register(strong)).status).toBe(200)

  await callApi(shop.app, 'POST', '/auth/request-password-reset', {
    body: { email: 'jack@example.com' },
  })
  const [mail] = await shop.readMails()
  const token = /token=(\w+)/.exec(mail?.text ?? '')?.[1]
  const reset = (newPassword: string) =>
    callApi(shop.app, 'POST', '/auth/reset-password', { body: { token, newPassword } })
  const refused = await reset('password1234')
  expect([refused.status, refused.body]).toEqual([422, weak])
  // The refused attempt did not use up the link.
  expect((await reset('ten anvils in the cellar')).status).toBe(200)
})

test('the strict policy refuses weak passwords on the security page', async () => {
  const database = await createTestDatabase()
  const jane = await register(await openTestShop(database))
  const shop = await openTestShop(database, undefined, { passwordPolicy: 'strict' })
  const change = (newPassword: string) =>
    callApi(shop.app, 'POST', '/auth/change-password', {
      body: { currentPassword: jane.password, newPassword },
      cookie: jane.cookie,
    })
  const refused = await change('password1234')
  expect([refused.status, refused.body]).toEqual([422, weak])
  expect((await change(strong)).status).toBe(200)
})

test('an existing weak password can still log in', async () => {
  const database = await createTestDatabase()
  const jane = await register(await openTestShop(database))
  const shop = await openTestShop(database, undefined, { passwordPolicy: 'strict' })
  const { email, password } = jane
  const login = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  expect(login.status).toBe(200)
})
