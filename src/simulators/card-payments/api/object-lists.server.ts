import { z } from 'zod'
import { findObject, type ObjectType } from '#simulators/card-payments/store/object-store.server.ts'
import type { StripeObject } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { integer, text } from './parameters.ts'
import { invalidRequest, noSuch, type Refusal } from './refusal.ts'

export const pageParameters = {
  limit: integer.optional(),
  starting_after: text(100).optional(),
  created: z.strictObject({ gte: integer }).optional(),
}
type Page = z.output<z.ZodObject<typeof pageParameters>>
export type ObjectList = {
  object: 'list'
  data: StripeObject[]
  has_more: boolean
  url: string
}

/** Returns one page of objects, newest first. `filters` maps fields to required values; undefined is ignored. */
export async function listObjects(
  tx: Transaction,
  type: ObjectType,
  page: Page,
  filters: Record<string, string | undefined> = {},
): Promise<ObjectList | Refusal> {
  const limit = page.limit ?? 10
  if (limit < 1 || limit > 100) {
    return invalidRequest('This value must be between 1 and 100.', { param: 'limit' })
  }
  const after = page.starting_after
  if (after && !(await findObject(tx, type, after))) return noSuch(type, after, 'starting_after')
  const values: (string | number)[] = [type]
  const bind = (value: string | number) => `$${values.push(value)}`

  const conditions = ['type = $1']
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) conditions.push(`body->>'${field}' = ${bind(value)}`)
  }
  if (page.created) conditions.push(`(body->>'created')::bigint >= ${bind(page.created.gte)}`)
  if (after) {
    conditions.push(`seq < (select seq from card_simulator.object where id = ${bind(after)})`)
  }
  const { rows } = await tx.query<{ body: StripeObject }>(
    `select body from card_simulator.object where ${conditions.join(' and ')}
     order by seq desc limit ${limit + 1}`,
    values,
  )
  const data = rows.slice(0, limit).map((row) => row.body)
  return { object: 'list', data, has_more: rows.length > limit, url: `/v1/${type}s` }
}
