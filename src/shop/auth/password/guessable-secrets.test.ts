import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { refuseGuessableSecrets } from './guessable-secrets.server.ts'

const strong = {
  AUTH_SECRET: '5d1f0c9e7ab34862d05b9c1e6f7a8340',
  ADMIN_PASSWORD: 'nine hammers in the attic',
  ADMIN_EMAIL: 'jane@anvils.example',
  SHOP_NAME: 'Anvil World',
  PUBLIC_URL: 'https://anvils.example',
}

test('random secrets and unrelated words are accepted', async () => {
  await refuseGuessableSecrets(strong)
  for (let round = 0; round < 20; round++) {
    await refuseGuessableSecrets({
      ...strong,
      AUTH_SECRET: randomBytes(32).toString('hex'),
      ADMIN_PASSWORD: randomBytes(18).toString('base64'),
    })
  }
})

test.each([
  'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF',
  'qwertyuiopasdfghjklzxcvbnm1234567890',
  '0123456789abcdef0123456789abcdef',
  'AnvilWorldAnvilWorldAnvilWorld2026',
])('the AUTH_SECRET %s is refused', async (AUTH_SECRET) => {
  const refused = refuseGuessableSecrets({ ...strong, AUTH_SECRET })
  await expect(refused).rejects.toThrow(/AUTH_SECRET is too easy to guess: generate one/)
})

test.each([
  ...['ForgewellAdmin2026', 'ForgewellAdmin2026!', 'Owner-pass-1234', 'AnvilWorld2026'],
  ...['Password1234', '123456789012', 'operator-shop-1999'],
])('the ADMIN_PASSWORD %s is refused', async (ADMIN_PASSWORD) => {
  const refused = refuseGuessableSecrets({ ...strong, ADMIN_PASSWORD })
  await expect(refused).rejects.toThrow(/ADMIN_PASSWORD is too easy to guess/)
})
