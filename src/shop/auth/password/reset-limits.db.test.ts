import { expect, test } from 'vitest'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'
import { visitorLimits } from '#shop/auth/visitor-limits.server.ts'

const requestReset = ({ app }: TestShop, email: string) =>
  callApi(app, 'POST', '/auth/request-password-reset', { body: { email } })

test('a reset request over a limit sends nothing and is answered like the others, whether the e-mail is known or not', {
  tags: 'long',
}, async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const jane = await register(shop)
  const answers: unknown[] = []
  const resets = async () =>
    (await shop.readMails()).filter(({ subject }) => subject.startsWith('Reset')).length
  const requestBoth = async (uppercase: boolean) => {
    for (const email of [jane.email, 'nobody@example.com']) {
      const { status, body } = await requestReset(shop, uppercase ? email.toUpperCase() : email)
      answers.push({ status, body })
    }
  }
  // The mail of the sign-up was sent within this minute.
  await requestBoth(false)
  expect(await resets()).toBe(0)
  for (let request = 0; request < 6; request++) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    await requestBoth(request % 2 === 1)
  }
  expect(answers).toHaveLength(14)
  for (const answer of answers) expect(answer).toEqual({ ...Object(answers[0]), status: 200 })
  // Five mails a day, with that of the sign-up.
  expect(await resets()).toBe(4)
})

test('using a link allows new mails to its mailbox', async () => {
  const shop = await openTestShop(undefined, undefined, { visitorLimits })
  const jane = await register(shop)
  for (let request = 0; request < 5; request++) {
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
    await requestReset(shop, jane.email)
  }
  const [mail] = await shop.readMails()
  const token = /(?<=reset-password\?token=)[\w-]+/.exec(mail?.text ?? '')?.[0]
  const body = { token, newPassword: 'a new password' }
  expect((await callApi(shop.app, 'POST', '/auth/reset-password', { body })).status).toBe(200)
  const sent = (await shop.readMails()).length
  await requestReset(shop, jane.email)
  expect(await shop.readMails()).toHaveLength(sent + 1)
})
