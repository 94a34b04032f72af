import { expect, test } from 'vitest'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, register } from '#server/testing/users.ts'
import { decryptToken, encryptToken } from './encrypted-token.server.ts'

test('a new user gets one mail, without any text of their own', async () => {
  const shop = await openTestShop()
  const jane = await register(shop, '<u>Jane</u> "Buyer"')
  const mails = await shop.readMails()
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatchObject({ to: jane.email, subject: expect.stringMatching(/^Welcome to/) })
  expect(mails[0]?.text).not.toContain('Jane')

  const body = { name: 'Jane Again', email: jane.email, password: 'correct horse' }
  expect((await callApi(shop.app, 'POST', '/auth/sign-up/email', { body })).status).toBe(422)
  expect(await shop.readMails()).toHaveLength(1)
})

test('an encrypted token is decrypted only unmodified and with its secret', async () => {
  const encrypted = await encryptToken('a secret', 'token')
  expect(encrypted).not.toContain('token')
  expect(await decryptToken('a secret', encrypted)).toBe('token')
  expect(await encryptToken('a secret', 'token')).not.toBe(encrypted)
  await expect(decryptToken('another', encrypted)).rejects.toThrow()
  const [header, key, nonce, text, tag = ''] = encrypted.split('.')
  const bytes = Buffer.from(tag, 'base64url')
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  const changed = [header, key, nonce, text, bytes.toString('base64url')].join('.')
  await expect(decryptToken('a secret', changed)).rejects.toThrow()
})
