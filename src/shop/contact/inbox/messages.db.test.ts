import { expect, test } from 'vitest'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

const message = { name: 'Wanda', email: 'wanda@example.com', message: 'Do you engrave anvils?' }

async function openInbox() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const { body } = await callApi(shop.app, 'POST', '/contact', { body: message })
  const list = async (state: string) => (await owen.call('GET', `/messages?state=${state}`)).body
  const counts = async () => (await owen.call('GET', '/messagesCount')).body
  return { shop, owen, id: body._id as string, list, counts }
}

test('a message is answered once, by mail, with an audit entry', async () => {
  const { shop, owen, id, list, counts } = await openInbox()
  expect(await list('new')).toMatchObject([{ _id: id, ...message, state: 'new', answer: null }])
  await shop.readMails()
  const answer = { answer: 'Yes, up to\n3 mm deep.' }
  const answers = await Promise.all([
    owen.call('POST', `/messages/${id}/answer`, answer),
    owen.call('POST', `/messages/${id}/answer`, answer),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await list('answered')).toMatchObject([{ _id: id, answer: { text: answer.answer, by: owen.email } }])
  expect(await counts()).toEqual({ new: 0, answered: 1, closed: 0 })
  const mails = (await shop.readMails()).filter(({ to }) => to === message.email)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ subject: 'Re: Your message', replyTo: contactEmail })
  expect(mails[0]?.text).toContain(answer.answer)
  expect(mails[0]?.text).toContain(message.message)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['actor', 'subject'])
    .where('action', '=', 'message-answered')
    .execute()
  expect(entries).toEqual([{ actor: owen.email, subject: message.email }])
})

test('a message is closed, opened again and deleted', async () => {
  const { owen, id, counts } = await openInbox()
  const close = (closed: boolean) => owen.call('PUT', `/messages/${id}`, { closed })
  expect((await close(true)).body.state).toBe('closed')
  expect((await close(true)).status).toBe(200)
  expect(await counts()).toEqual({ new: 0, answered: 0, closed: 1 })
  expect((await close(false)).body.state).toBe('new')
  await owen.call('POST', `/messages/${id}/answer`, { answer: 'Yes.' })
  await close(true)
  expect((await close(false)).body.state).toBe('answered')
  expect((await owen.call('DELETE', `/messages/${id}`)).body).toEqual({ deletedCount: 1 })
  expect((await owen.call('DELETE', `/messages/${id}`)).status).toBe(404)
  expect((await close(true)).status).toBe(404)
})

test('an answer has 1 to 5000 characters, and the list is paged', async () => {
  const { shop, owen, id } = await openInbox()
  for (const answer of ['', ' \u0000 ', 'a'.repeat(5001)]) {
    expect((await owen.call('POST', `/messages/${id}/answer`, { answer })).status).toBe(422)
  }
  await callApi(shop.app, 'POST', '/contact', { body: { ...message, name: 'Second' } })
  const page = async (page: number) =>
    (await owen.call('GET', `/messages?size=1&page=${page}`)).body.map(({ name }: { name: string }) => name)
  expect([await page(0), await page(1), await page(2)]).toEqual([['Second'], ['Wanda'], []])
  expect((await owen.call('GET', '/messages?state=spam')).status).toBe(400)
})

test('an answer reaches a sender whose e-mail belongs to an unverified account', async () => {
  const { shop, owen, list } = await openInbox()
  const { email } = await signUpUnverified(shop)
  const { body } = await callApi(shop.app, 'POST', '/contact', { body: { ...message, email } })
  await shop.readMails()
  const answer = { answer: 'Yes, up to 3 mm deep.' }
  expect((await owen.call('POST', `/messages/${body._id}/answer`, answer)).status).toBe(200)
  const mails = (await shop.readMails()).filter(({ to }) => to === email)
  expect(mails.map(({ subject }) => subject)).toContain('Re: Your message')
  const [known] = await list('answered')
  expect((await owen.call('GET', `/customers/${known.customerId}`)).body).toMatchObject({ email })
})
