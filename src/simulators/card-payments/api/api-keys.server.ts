import { createHash, timingSafeEqual } from 'node:crypto'
import type { Caller } from './api-call.ts'
import { invalidRequest, type Refusal } from './refusal.ts'

export type ApiKeys = { secretKey: string; publishableKey: string }

/** Identifies the caller by `Authorization: Bearer <key>`. */
export function identifyCaller(keys: ApiKeys, authorization = ''): Caller | Refusal {
  const key = /^bearer\s+(\S+)$/i.exec(authorization.trim())?.[1]
  if (!key) {
    return invalidRequest(
      "You did not provide an API key. Send it in the Authorization header: 'Bearer YOUR_SECRET_KEY'.",
      {},
      401,
    )
  }
  if (sameText(key, keys.secretKey)) return 'secret'
  if (sameText(key, keys.publishableKey)) return 'publishable'
  return invalidRequest(`Invalid API Key provided: ${masked(key)}`, {}, 401)
}

/** Compares two texts in constant time. */
export function sameText(left: string, right: string): boolean {
  return timingSafeEqual(digest(left), digest(right))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function masked(key: string): string {
  return key.length < 12 ? '****' : `${key.slice(0, 8)}****${key.slice(-4)}`
}
