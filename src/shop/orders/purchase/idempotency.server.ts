import { createHash } from 'node:crypto'
import { z } from '@hono/zod-openapi'

/**
 * The scope of an Idempotency-Key. A double click or a retry of a placed order gets the first
 * response again; without a key every request is new. Refusals are not stored, so that they cannot
 * fill the database.
 */
export type KeyedRequest = { accountId: string; key: string | null; hash: string }

export function keyedRequest(accountId: string, key: string | undefined, body: object) {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { accountId, key: key ?? null, hash } satisfies KeyedRequest
}

/** Marks a response as replayed for its key, and possibly outdated. */
export function replayHeader({ isReplayed }: { isReplayed: boolean }): Record<string, string> {
  return isReplayed ? { 'Idempotent-Replayed': 'true' } : {}
}

/** The headers of calls that may be repeated with the same key. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x20-\x7e]{1,255}$/, 'Idempotency-Key must be 1 to 255 printable characters')
    .optional(),
})
