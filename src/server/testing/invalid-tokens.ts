import { expect } from 'vitest'
import { forgedTokenKinds, forgeTokens } from './authorization/forged-tokens.ts'
import { authSecret, type TestShop } from './test-shop.ts'
import { callApi, type Person, signUp } from './users.ts'

export const invalidTokenKinds = [
  'expired',
  'of a session that ended',
  'of a deleted account',
  ...forgedTokenKinds,
] as const

/** Returns tokens that must be rejected. Advances the shop's clock to 16 minutes after their issue. */
export async function makeInvalidTokens(
  shop: TestShop,
): Promise<Record<(typeof invalidTokenKinds)[number], string>> {
  const [expired, signedOut, deleted] = [await signUp(shop), await signUp(shop), await signUp(shop)]
  shop.clock.now = new Date(Date.now() + 16 * 60_000)
  await callApi(shop.app, 'POST', '/auth/sign-out', { body: {}, cookie: signedOut.cookie })
  const renewed = async ({ email, cookie }: Person): Promise<string> =>
    (await callApi(shop.app, 'PUT', `/users/${email}`, { body: { email }, cookie })).body.token
  const ofDeleted = await renewed(deleted)
  await shop.db.deleteFrom('account').where('email', '=', deleted.email).execute()

  const ofLiving = await renewed(expired)
  expect((await callApi(shop.app, 'GET', '/purchase', { token: ofLiving })).status).toBe(403)
  return {
    expired: expired.token,
    'of a session that ended': signedOut.token,
    'of a deleted account': ofDeleted,
    ...(await forgeTokens(ofLiving, authSecret)),
  }
}
