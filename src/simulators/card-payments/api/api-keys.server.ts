import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from './api-call.ts'
import { invalidRequest, type Refusal } from './refusal.ts'

export type ApiKeys = { secretKey: string; publishableKey: string }

/**
 * Identifies the caller by `Authorization: Bearer <key>`, or Basic with the key as the user name. A browser may send its
 * publishable key as the parameter `key`; a secret key there is refused, because it would end up in logs.
 */
export function identifyCaller(
  keys: ApiKeys,
  authorization: string | undefined,
  keyParameter: string | undefined,
): Caller | Refusal {
  if (authorization === undefined && keyParameter) {
    return sameText(keyParameter, keys.publishableKey) ? 'publishable' : invalidKey(keyParameter)
  }
  const key = keyOf(authorization ?? '')
  if (!key) {
    return invalidRequest(
      "You did not provide an API key. Send it in the Authorization header: 'Bearer YOUR_SECRET_KEY'.",
      {},
      401,
    )
  }
  if (sameText(key, keys.secretKey)) return 'secret'
  if (sameText(key, keys.publishableKey)) return 'publishable'
  return invalidKey(key)
}

function invalidKey(key: string): Refusal {
  return invalidRequest(`Invalid API Key provided: ${masked(key)}`, {}, 401)
}

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function keyOf(authorization: string): string | undefined {
  const [scheme, credentials = ''] = authorization.trim().split(/\s+/, 2)
  if (scheme?.toLowerCase() === 'bearer') return credentials
  if (scheme?.toLowerCase() !== 'basic') return undefined
  return Buffer.from(credentials, 'base64').toString().split(':', 1)[0]
}

function masked(key: string): string {
  return key.length < 12 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`
}
