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

test('a network can send 20 messages an hour, and all of them 500 a day', {
  tags: 'long',
}, async () => {
  const shop = await openShop()
  const body = { name: 'Jane', email: 'jane@example.com', message: 'Do you engrave anvils?' }
  const send = (ipAddress: string) => callApi(shop.app, 'POST', '/contact', { body, ipAddress })
  expect(await countUntilRefused(() => send(network(0)))).toEqual({ accepted: 20, wait: 3600 })
  for (let number = 1; number < 25; number++) {
    expect((await countUntilRefused(() => send(network(number)))).accepted).toBe(20)
  }
  expect(await countUntilRefused(() => send(network(25)))).toEqual({ accepted: 0, wait: 86_400 })
  later(shop, 86_400)
  expect((await send(network(25))).status).toBe(200)
})

test('60 tagged addresses of one mailbox get one mail a minute and five a day', {
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
  for (let round = 0; round < 8; round++) {
    later(shop, 60)
    const answers = await Promise.all(
      tagged.slice(0, 20).map((email) => requestReset(shop, email, network(2 + round))),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  }
  expect(await shop.readMails()).toHaveLength(5)
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
