import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose'

export const forgedTokenKinds = [
  'without a signature',
  'signed by somebody else',
  'signed with the bare secret',
  'stripped of its signature',
  'changed in one character',
  'without an end',
  'no token at all',
] as const

/** Makes tokens that must open nothing from one that is valid. */
export async function forgeTokens(
  valid: string,
  authSecret: string,
): Promise<Record<(typeof forgedTokenKinds)[number], string>> {
  const claims = decodeJwt(valid)
  const { exp: _, ...endless } = claims
  const bytes = (text: string) => new TextEncoder().encode(text)
  const signed = (key: Uint8Array, payload: object = claims) =>
    new SignJWT({ ...payload }).setProtectedHeader({ alg: 'HS256' }).sign(key)
  const ownKey = await crypto.subtle.digest('SHA-256', bytes(`access-token ${authSecret}`))
  return {
    'without a signature': new UnsecuredJWT(claims).encode(),
    'signed by somebody else': await signed(bytes('a key that somebody made up, long enough')),
    'signed with the bare secret': await signed(bytes(authSecret)),
    'stripped of its signature': valid.replace(/[^.]+$/, ''),
    'changed in one character': valid.replace(
      /\.(.)/,
      (_, first) => `.${first === 'e' ? 'f' : 'e'}`,
    ),
    'without an end': await signed(new Uint8Array(ownKey), endless),
    'no token at all': 'undefined',
  }
}
