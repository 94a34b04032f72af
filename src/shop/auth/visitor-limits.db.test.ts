import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { visitorLimits } from './visitor-limits.server.ts'

const openShop = () => openTestShop(undefined, undefined, { visitorLimits })
const later = (shop: TestShop, seconds: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + seconds * 1000)
}
const network = (number: number) => `203.0.${number}.7`

const signUp = ({ app }: TestShop, email: string, ipAddress: string) =>
  callApi(app, 'POST', '/auth/sign-up/email', {
    body: { name: 'Jane Buyer', email, password: 'correct horse' },
    ipAddress,
  })
const requestReset = ({ app }: TestShop, email: string, ipAddress: string) =>
  callApi(app, 'POST', '/auth/request-password-reset', { body: { email }, ipAddress })

/** Sends requests until one is refused; returns how many were not, and the seconds to wait. */
async function countUntilRefused(send: () => ReturnType<typeof callApi>) {
  for (let accepted = 0; ; accepted++) {
    const { status, headers } = await send()
    if (status === 429) return { accepted, wait: Number(headers.get('Retry-After')) }
  }
}

test('a network can sign up 60 times a minute, 120 an hour, 300 a day', {
  tags: 'long',
}, async () => {
  const shop = await openShop()
  // A refused form costs no password hash, but counts.
  const send = (ipAddress: string) =>
    callApi(shop.app, 'POST', '/auth/sign-up/email', { body: { name: 'x' }, ipAddress })
  const take = () => countUntilRefused(() => send(network(1)))
  expect(await take()).toEqual({ accepted: 60, wait: 60 })
  later(shop, 60)
  expect((await take()).accepted).toBe(60)
  later(shop, 60)
  expect(await take()).toEqual({ accepted: 0, wait: 3480 })
  expect((await send(network(2))).status).toBe(422)
  later(shop, 3540)
  expect((await take()).accepted).toBe(60)
  later(shop, 60)
  expect((await take()).accepted).toBe(60)
  later(shop, 3600)
  expect((await take()).accepted).toBe(60)
  later(shop, 3600)
  expect(await take()).toEqual({ accepted: 0, wait: 24 * 3600 - 3 * 3600 - 120 })
})

const sendMessage = ({ app }: TestShop, ipAddress: string) => {
  const body = { name: 'Jane', email: 'jane@example.com', message: 'Do you engrave anvils?' }
  return callApi(app, 'POST', '/contact', { body, ipAddress })
}

test('a network can send 20 messages an hour', async () => {
  const shop = await openShop()
  const accepted = await countUntilRefused(() => sendMessage(shop, network(0)))
  expect(accepted).toEqual({ accepted: 20, wait: 3600 })
  expect((await sendMessage(shop, network(1))).status).toBe(200)
})

test('strangers who fill the day of the contact form don’t close it for who has sent nothing', async () => {
  const { messages } = visitorLimits
  const shop = await openTestShop(undefined, undefined, {
    visitorLimits: {
      ...visitorLimits,
      messages: {
        ...messages,
        inAll: { ...messages.inAll, most: 6 },
        mailed: { ...messages.mailed, most: 3 },
      },
    },
  })
  for (let sent = 0; sent < 6; sent++) {
    expect((await sendMessage(shop, network(sent % 2))).status).toBe(200)
  }
  for (const number of [0, 1]) {
    expect((await sendMessage(shop, network(number))).status).toBe(200)
    expect((await sendMessage(shop, network(number))).status).toBe(429)
  }
  expect((await sendMessage(shop, network(2))).status).toBe(200)
  expect(await shop.db.selectFrom('contactMessage').select('id').execute()).toHaveLength(9)
  const subjects = (await shop.readMails()).map(({ subject }) => subject).sort()
  expect(subjects).toEqual(['4 messages in a day', ...Array(3).fill('Message from Jane')])
  later(shop, 3600)
  expect((await sendMessage(shop, network(3))).status).toBe(200)
  expect((await shop.readMails()).map(({ subject }) => subject)).toContain('10 messages in a day')
})

test('60 tagged addresses of one mailbox get one mail a minute, twenty a day, then one of each network', {
  tags: 'long',
}, async () => {
  const shop = await openShop()
  const tagged = Array.from({ length: 60 }, (_, tag) => `victim+${tag}@example.com`)
  const signedUp = await Promise.all(tagged.map((email) => signUp(shop, email, network(1))))
  expect(signedUp.map(({ status }) => status)).toEqual(tagged.map(() => 200))
  const waits = signedUp.map(({ headers }) => headers.get('Retry-After'))
  expect(waits.filter((wait) => wait === null)).toHaveLength(1)
  expect(waits.filter((wait) => wait === '60')).toHaveLength(59)
  expect(await shop.readMails()).toHaveLength(1)
  for (let round = 0; round < 22; round++) {
    later(shop, 60)
    const answers = await Promise.all(
      tagged.slice(0, 20).map((email) => requestReset(shop, email, network(2 + round))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(await shop.readMails()).toHaveLength(23)
})

test('strangers who use up the resets of a mailbox don’t stop its owner', async () => {
  const shop = await openShop()
  const { headers } = await signUp(shop, 'jane@example.com', network(1))
  const device = headers
    .getSetCookie()
    .find((cookie) => cookie.includes('device='))
    ?.split(';', 1)[0]
  const mails = async () => (await shop.readMails()).length
  const request = async (ipAddress: string, cookie = '') => {
    later(shop, 60)
    const before = await mails()
    const body = { email: 'jane@example.com' }
    const sent = { body, ipAddress, cookie }
    const answer = await callApi(shop.app, 'POST', '/auth/request-password-reset', sent)
    return { answer: answer.body, mails: (await mails()) - before }
  }
  const results = []
  for (let index = 0; index < 6; index++) results.push(await request(network(2)))
  expect(results.map(({ mails }) => mails)).toEqual([1, 1, 1, 1, 1, 0])
  // From another network, as the owner who has lost the browser too.
  expect((await request(network(3))).mails).toBe(1)
  for (let index = 0; index < 15; index++) await request(network(4 + index))
  // The day is used up: one more from each network that the strangers are not in.
  expect((await request(network(30))).mails).toBe(1)
  expect((await request(network(30))).mails).toBe(0)
  // Anyone could have registered the address in this browser.
  expect((await request(network(2), device)).mails).toBe(0)
  await shop.db.updateTable('account').set({ emailVerified: true }).execute()
  // Once the day is used up, still in the owner's browser; the answer never tells.
  const own = await request(network(2), device)
  expect([own.mails, own.answer]).toEqual([1, results[5]?.answer])
})

test('a network causes 100 mails with links a day; resets are answered as always', {
  tags: 'long',
}, async () => {
  const shop = await openShop()
  const emails = Array.from({ length: 55 }, (_, number) => `buyer-${number}@example.com`)
  for (const email of emails) expect((await signUp(shop, email, network(1))).status).toBe(200)
  later(shop, 60)
  for (const email of emails) {
    expect((await requestReset(shop, email, network(1))).status).toBe(200)
  }
  const queued = () => shop.db.selectFrom('outgoingMail').select('id').execute()
  expect(await queued()).toHaveLength(100)
  await requestReset(shop, emails[54] ?? '', network(2))
  expect(await queued()).toHaveLength(101)
})
