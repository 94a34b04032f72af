import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const jane = { name: 'Jane Buyer', email: 'jane@example.com', password: 'correct horse' }

const register = ({ app }: TestShop, form: object) =>
  callApi(app, 'POST', '/auth/sign-up/email', { body: form })

const accounts = ({ db }: TestShop) =>
  db.selectFrom('account').select(['email', 'name', 'image', 'role']).execute()

test('an invalid registration returns the specified text for each field', async () => {
  const shop = await openTestShop()
  const refused = async (form: object, fields: object) => {
    const { status, body } = await register(shop, { ...jane, ...form })
    expect({ status, fields: body.fields, code: body.code }).toEqual({
      status: 422,
      fields,
      code: 'invalid',
    })
    expect(Object.values(fields)).toContain(body.message)
  }
  await refused({ name: '' }, { name: 'Name is required' })
  await refused({ name: ' \t\u0000 ' }, { name: 'Name is required' })
  await refused({ name: 'Short' }, { name: 'Minimun length is 6' })
  await refused({ name: 'x'.repeat(20) }, { name: 'Maximun Length is 19' })
  await refused({ email: '' }, { email: 'Email is required' })
  for (const email of ['jane', 'jane@', '@example.com', 'a b@example.com', 'ja\u0000ne@example.com'])
    await refused({ email }, { email: 'Your email is not valid' })
  await refused({ password: '' }, { password: 'Password is Required' })
  await refused({ password: '12345' }, { password: 'Min length is 6' })
  await refused(
    { name: 'Short', password: '1' },
    { name: 'Minimun length is 6', password: 'Min length is 6' },
  )
  expect(await accounts(shop)).toEqual([])
})

test('names of 6 and 19 characters and a password of 6 are accepted in any language', async () => {
  const shop = await openTestShop()
  const names = ['Zoë Åse', 'Ольга Кузнецова', '刃物職人 太郎', 'x'.repeat(19)]
  for (const [index, name] of names.entries()) {
    const form = { name, email: `person-${index}@example.com`, password: '123456' }
    expect(await register(shop, form)).toMatchObject({ status: 200, body: { user: { name } } })
  }
})

test('a registered e-mail is refused with the specified text, in any case', async () => {
  const shop = await openTestShop()
  expect((await register(shop, { ...jane, email: ' Jane@Example.COM ' })).status).toBe(200)
  for (const email of ['jane@example.com', 'JANE@EXAMPLE.COM']) {
    const { status, body } = await register(shop, { ...jane, email })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      code: 'auth/email-already-exists',
      message: 'Email alreay exits, please login',
    })
  }
  expect(await accounts(shop)).toMatchObject([{ email: 'jane@example.com', name: 'Jane Buyer' }])
})

test('of concurrent sign-ups with one e-mail one succeeds, and the others are refused as existing', async () => {
  const shop = await openTestShop()
  const email = 'jane@example.com'
  const forms = [email, 'Jane@example.com', 'JANE@EXAMPLE.COM', ` ${email}`, email]
  const answers = await Promise.all(forms.map((email) => register(shop, { ...jane, email })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422, 422])
  for (const { body } of answers.filter(({ status }) => status === 422))
    expect(body.code).toBe('auth/email-already-exists')
  expect(await accounts(shop)).toHaveLength(1)
})

test('a registration creates a buyer without an image and ignores other fields', async () => {
  const shop = await openTestShop()
  const greedy = {
    role: 'admin',
    image: 'https://elsewhere.example/track.png',
    emailVerified: true,
    id: '00000000-0000-7000-8000-000000000000',
    phone: '1',
  }
  const { status } = await register(shop, { ...jane, ...greedy, name: '  Jane\u0000 Buyer ' })
  expect(status).toBe(200)
  expect(await shop.db.selectFrom('account').selectAll().execute()).toMatchObject([
    { role: 'buyer', image: null, name: 'Jane Buyer', phone: '', emailVerified: false },
  ])
  const [account] = await shop.db.selectFrom('account').select('id').execute()
  expect(account?.id).not.toBe(greedy.id)
})

test('the password is stored only as an argon2id hash', async () => {
  const shop = await openTestShop(undefined, undefined, { hasRealPasswordCosts: true })
  await register(shop, jane)
  const rows = await shop.db.selectFrom('credential').selectAll().execute()
  expect(rows).toMatchObject([{ password: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2/) }])
  expect(JSON.stringify(rows)).not.toContain(jane.password)
})
