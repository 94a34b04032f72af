import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'
import { expect } from 'vitest'
import { authSecret, type TestShop } from './test-shop.ts'
import { callApi, type Person, signUp } from './users.ts'

export const deadTokenKinds = [
  'expired',
  'of a session that ended',
  'of a deleted account',
  'without a signature',
  'signed by somebody else',
  'signed with the bare secret',
  'stripped of its signature',
  'changed in one character',
  'without an end',
  'of another kind',
  'for another audience',
  'no token at all',
] as const

/** Tokens that must open nothing. After this the shop's clock is 16 minutes ahead of their issue. */
export async function makeDeadTokens(
  shop: TestShop,
): Promise<Record<(typeof deadTokenKinds)[number], string>> {
  const [expired, signedOut, deleted] = [await signUp(shop), await signUp(shop), await signUp(shop)]
  shop.clock.now = new Date(Date.now() + 16 * 60_000)
  await callApi(shop.app, 'POST', '/auth/sign-out', { body: {}, cookie: signedOut.cookie })
  const renewed = async ({ email, cookie }: Person): Promise<string> =>
    (await callApi(shop.app, 'PUT', `/users/${email}`, { body: { email }, cookie })).body.token
  const ofDeleted = await renewed(deleted)
  await shop.db.deleteFrom('account').where('email', '=', deleted.email).execute()

  const ofLiving = await renewed(expired)
  const claims = decodeJwt(ofLiving)
  const signed = (secret: string, more: object = {}) =>
    new SignJWT({ ...claims, ...more })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new TextEncoder().encode(secret))
  expect((await callApi(shop.app, 'GET', '/purchase', { token: ofLiving })).status).toBe(403)
  const { exp: _, ...endless } = claims
  const ownKey = new Uint8Array(
    await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`access-token ${authSecret}`)),
  )
  const ownToken = (content: object, typ = 'at+jwt') =>
    new SignJWT({ ...content }).setProtectedHeader({ alg: 'HS256', typ }).sign(ownKey)
  return {
    expired: expired.token,
    'of a session that ended': signedOut.token,
    'of a deleted account': ofDeleted,
    'without a signature': new UnsecuredJWT(claims).encode(),
    'signed by somebody else': await signed('a key that somebody made up, long enough'),
    'signed with the bare secret': await signed(authSecret),
    'stripped of its signature': ofLiving.replace(/[^.]+$/, ''),
    'changed in one character': ofLiving.replace(
      /\.(.)/,
      (_, first) => `.${first === 'e' ? 'f' : 'e'}`,
    ),
    'without an end': await ownToken(endless),
    'of another kind': await ownToken(claims, 'JWT'),
    'for another audience': await ownToken({ ...claims, aud: 'another-shop' }),
    'no token at all': 'undefined',
  }
}
