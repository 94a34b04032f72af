import { createHash } from 'node:crypto'
import type { Db } from '#platform/database/database.server.ts'

/**
 * What a request's Idempotency-Key belongs to. A double click or a retry of a placed order is given
 * the first answer again; without a key every request is a new one.
 */
export type KeyedRequest = { accountId: string; key: string | null; hash: string }

export function keyedRequest(accountId: string, key: string | undefined, body: object) {
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('hex')
  return { accountId, key: key ?? null, hash } satisfies KeyedRequest
}

/** Whether a statement failed because another request was faster with its key. */
export function isKeyTaken(error: unknown): boolean {
  return Object(error).constraint === 'idempotency_key_pkey'
}

/**
 * What a request that changes nothing is answered: what its key was answered first, when that placed
 * an order, or else this refusal. A refusal is not kept, so nobody fills the database with them.
 */
export async function answerOnce<Answer extends object>(
  db: Db,
  request: KeyedRequest,
  refusal: Answer,
): Promise<Answer | { refused: 'key-reused' }> {
  if (request.key === null) return refusal
  return (await findCached<Answer>(db, request)) ?? refusal
}

/** The answer that this key was given first; another body with the same key is refused. */
export async function firstAnswer<Answer extends object>(
  db: Db,
  request: KeyedRequest,
): Promise<Answer | { refused: 'key-reused' }> {
  const answer = await findCached<Answer>(db, request)
  if (!answer) throw new Error('This key has no answer')
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
