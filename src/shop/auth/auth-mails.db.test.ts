import { expect, test } from 'vitest'
import { openTestShop } from '#testing/test-shop.ts'
import { callApi, signUp } from '#testing/users.ts'
import { openToken, sealToken } from './encrypted-token.server.ts'

test('a new account gets one mail, without a word of its own', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop, '<u>Jane</u> "Buyer"')
  const mails = await shop.readMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: jane.email, subject: expect.stringMatching(/^Welcome to/) })
  expect(mails[0]?.text).not.toContain('Jane')

  const body = { name: 'Jane Again', email: jane.email, password: 'correct horse' }
  expect((await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })).status).toBe(422)
  expect(await shop.readMails()).toHaveLength(1)
})

test('a sealed token opens with its own secret only, and only as it was sealed', () => {
  const sealed = sealToken('a secret', 'token')
  expect(openToken('a secret', sealed)).toBe('token')
  expect(sealToken('a secret', 'token')).not.toBe(sealed)
  expect(() => openToken('another', sealed)).toThrow()
  const bytes = Buffer.from(sealed, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  expect(() => openToken('a secret', bytes.toString('base64url'))).toThrow()
})
