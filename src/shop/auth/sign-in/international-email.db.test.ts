import { expect, test } from 'vitest'
import { cookieOf } from '#server/testing/api-driver.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const jorg = { name: 'Jörg Müller', email: 'Müller@Exämple.de', password: 'correct horse' }
const shown = 'müller@exämple.de'
const ascii = 'xn--mller-kva@xn--exmple-cua.de'

test('an international e-mail can register, log in and is shown as typed', async () => {
  const shop = await openTestShop()
  const signUp = await callApi(shop.app, 'POST', '/auth/sign-up/email', { body: jorg })
  expect(signUp.status).toBe(200)
  const signIn = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email: shown, password: jorg.password },
  })
  expect(signIn.status).toBe(200)
  for (const email of [shown, ascii]) {
    const path = `/users/${encodeURIComponent(email)}`
    const cookie = cookieOf(signIn)
    const { body } = await callApi(shop.app, 'PUT', path, { body: { email }, cookie })
    const profile = await callApi(shop.app, 'GET', path, { token: body.token })
    expect(profile).toMatchObject({ status: 200, body: { email: shown, name: 'Jörg Müller' } })
  }
})

test('all spellings of an international e-mail are one user', async () => {
  const shop = await openTestShop()
  await callApi(shop.app, 'POST', '/auth/sign-up/email', { body: jorg })
  for (const email of [shown, ascii, 'MÜLLER@EXÄMPLE.DE', shown.normalize('NFD')]) {
    const again = await callApi(shop.app, 'POST', '/auth/sign-up/email', {
      body: { ...jorg, email },
    })
    expect(again).toMatchObject({ status: 422, body: { code: 'auth/email-already-exists' } })
    const wrong = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
      body: { email, password: 'wrong horse' },
    })
    expect(wrong.body.code).toBe('auth/wrong-password')
  }
})

test.each(['mü ller@example.de', 'müller@', 'mü@ll@er.de', 'müller@exämple', 'mü/x@example.de'])(
  '%s is not a valid e-mail',
  async (email) => {
    const { app } = await openTestShop()
    const refused = await callApi(app, 'POST', '/auth/sign-up/email', { body: { ...jorg, email } })
    expect(refused).toMatchObject({
      status: 422,
      body: { fields: { email: 'Your email is not valid' } },
    })
  },
)

test('an emoji counts as one character of a name', async () => {
  const { app } = await openTestShop()
  const register = (name: string) =>
    callApi(app, 'POST', '/auth/sign-up/email', {
      body: { ...jorg, name, email: `${crypto.randomUUID()}@example.com` },
    })
  expect((await register('🔨'.repeat(19))).status).toBe(200)
  expect((await register('🔨'.repeat(20))).body.message).toBe('Maximun Length is 19')
  expect((await register('🔨'.repeat(5))).body.message).toBe('Minimun length is 6')
})
