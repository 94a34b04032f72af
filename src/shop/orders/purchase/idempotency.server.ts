import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/database.server.ts'

/**
 * The scope of an Idempotency-Key. A double click or a retry of a placed order gets the first
 * response again; without a key every request is new.
 */
export type KeyedRequest = { accountId: string; key: string | null; hash: string }

export function keyedRequest(accountId: string, key: string | undefined, body: object) {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { accountId, key: key ?? null, hash } satisfies KeyedRequest
}

/** Returns whether a statement failed because a concurrent request used the same key first. */
export function isKeyTaken(error: unknown): boolean {
  return Object(error).constraint === 'idempotency_key_pkey'
}

/**
 * Returns the response to a request that changed nothing: the stored response of its key if that
 * placed an order, else this refusal. Refusals are not stored, so that they cannot fill the
 * database.
 */
export async function respondOnce<Answer extends object>(
  db: Db,
  request: KeyedRequest,
  refusal: Answer,
): Promise<Answer | { refused: 'key-reused' }> {
  if (request.key === null) return refusal
  return (await findCached<Answer>(db, request)) ?? refusal
}

/** Returns the stored response of this key; refuses the key with a different body. */
export async function storedResponse<Answer extends object>(
  db: Db,
  request: KeyedRequest,
): Promise<Answer | { refused: 'key-reused' }> {
  const answer = await findCached<Answer>(db, request)
  if (!answer) throw new Error('No response is stored for this key')
  return answer
}

async function findCached<Answer extends object>(
  db: Db,
  { accountId, key, hash }: KeyedRequest,
): Promise<Answer | { refused: 'key-reused' } | undefined> {
  const first = await db
    .selectFrom('idempotencyKey')
    .select(['requestHash', 'answer'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (!first) return undefined
  return first.requestHash === hash ? (first.answer as Answer) : { refused: 'key-reused' }
}
