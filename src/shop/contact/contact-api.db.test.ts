import { expect, test } from 'vitest'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'

const message = {
  name: 'Jane Buyer',
  email: 'jane@example.com',
  message: 'Do you forge\nleft-handed scissors?',
}

test('a message is stored, and mailed to the shop', async () => {
  const { app, db, readMails } = await openTestShop()
  const { status, body } = await callApi(app, 'POST', '/contact', { body: message })
  expect(status).toBe(200)
  expect(body).toEqual({ _id: expect.any(String), ...message })
  const stored = await db.selectFrom('contactMessage').selectAll().execute()
  expect(stored).toMatchObject([{ ...message, id: body._id, product: null }])
  const [mail] = await readMails()
  expect(mail).toMatchObject({
    to: contactEmail,
    replyTo: message.email,
    subject: 'Message from Jane Buyer',
    text: expect.stringContaining(message.message),
  })
})

test('contact input cannot inject HTML or mail headers', async () => {
  const { app, readMails } = await openTestShop()
  const evil = { name: '<i>J</i>\r\nBcc: all@example.com', message: '<script>1</script>' }
  await callApi(app, 'POST', '/contact', { body: { ...message, ...evil } })
  const [mail] = await readMails()
  expect(mail?.subject).toBe('Message from <i>J</i> Bcc: all@example.com')
  expect(mail?.html).toContain('&lt;script&gt;1&lt;/script&gt;')
  expect(mail?.html).not.toMatch(/<script|<i>/)
})

test('a message can name a product', async () => {
  const { app } = await openTestShop()
  const about = async (product: string) =>
    (await callApi(app, 'POST', '/contact', { body: { ...message, product } })).body.product
  expect(await about('Try Square')).toBe('Try Square')
  expect(await about('  ')).toBeUndefined()
})

test('HTML stays text; control characters are dropped, line breaks are not', async () => {
  const { app } = await openTestShop()
  const sent = { ...message, name: 'Jane\r\n\u0000 Buyer', message: '<b>a</b>\u0000\r\nb\u0007' }
  const { body } = await callApi(app, 'POST', '/contact', { body: sent })
  expect(body).toMatchObject({ name: 'Jane  Buyer', message: '<b>a</b>\nb' })
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'a'.repeat(101) }, 'name', 'At most 100 characters'],
  [{ email: '' }, 'email', 'Email is required'],
  [{ email: 'jane' }, 'email', 'Your email is not valid'],
  [{ email: 'a\u0000b@example.com' }, 'email', 'Your email is not valid'],
  [{ message: '\u0000' }, 'message', 'Message is required'],
  [{ message: 'a'.repeat(2001) }, 'message', 'At most 2000 characters'],
  [{ product: 'a'.repeat(101) }, 'product', 'At most 100 characters'],
])('%j is refused', async (broken, field, text) => {
  const { app, db } = await openTestShop()
  const { status, body } = await callApi(app, 'POST', '/contact', {
    body: { ...message, ...broken },
  })
  expect(status).toBe(422)
  expect(body.fields).toEqual({ [field]: text })
  expect(await db.selectFrom('contactMessage').selectAll().execute()).toEqual([])
})
