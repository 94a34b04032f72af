import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'

export const forgedTokenKinds = [
  'without a signature',
  'signed with another key',
  'signed with the bare secret',
  'stripped of its signature',
  'changed in one character',
  'without an end',
  'of another kind',
  'for another audience',
  'no token at all',
] as const

/** Derives tokens that must be rejected from a valid one. */
export async function forgeTokens(
  valid: string,
  authSecret: string,
): Promise<Record<(typeof forgedTokenKinds)[number], string>> {
  const claims = decodeJwt(valid)
  const { exp: _, ...endless } = claims
  const bytes = (text: string) => new TextEncoder().encode(text)
  const signed = (key: Uint8Array, payload: object = claims, typ = 'at+jwt') =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256', typ }).sign(key)
  const ownKey = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes(`access-token ${authSecret}`)))
  return {
    'without a signature': new UnsecuredJWT(claims).encode(),
    'signed with another key': await signed(bytes('a made-up key that is long enough here')),
    'signed with the bare secret': await signed(bytes(authSecret)),
    'stripped of its signature': valid.replace(/[^.]+$/, ''),
    'changed in one character': valid.replace(/\.(.)/, (_, first) => `.${first === 'e' ? 'f' : 'e'}`),
    'without an end': await signed(ownKey, endless),
    'of another kind': await signed(ownKey, claims, 'JWT'),
    'for another audience': await signed(ownKey, { ...claims, aud: 'another-shop' }),
    'no token at all': 'undefined',
  }
}
