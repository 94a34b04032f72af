import { z } from 'zod'
import { findObject, type ObjectType } from '#simulators/card-payments/store/object-store.server.ts'
import type { StripeObject } from '#simulators/card-payments/store/objects.ts'
import type { Transaction } from '#simulators/card-payments/store/transaction.server.ts'
import { expand, integer, text } from './parameters.ts'
import { invalidRequest, noSuch, type Refusal } from './refusal.ts'

const createdRange = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
])

/** The parameters of every list. */
export const pageParameters = {
  limit: integer.optional(),
  starting_after: text(100).optional(),
  ending_before: text(100).optional(),
  created: createdRange.optional(),
  expand,
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
  for (const cursor of ['starting_after', 'ending_before'] as const) {
    const id = page[cursor]
    if (id && !(await findObject(tx, type, id))) return noSuch(type, id, cursor)
  }
  const values: (string | number)[] = [type]
  const bind = (value: string | number) => `$${values.push(value)}`
  const seqOf = (id: string) => `(select seq from card_simulator.object where id = ${bind(id)})`

  const conditions = ['type = $1']
  for (const [field, value] of Object.entries(filters)) {
    if (value !== undefined) conditions.push(`body->>'${field}' = ${bind(value)}`)
  }
  for (const [operator, time] of createdBounds(page.created)) {
    conditions.push(`(body->>'created')::bigint ${operator} ${bind(time)}`)
  }
  if (page.starting_after) conditions.push(`seq < ${seqOf(page.starting_after)}`)
  if (page.ending_before) conditions.push(`seq > ${seqOf(page.ending_before)}`)

  const { rows } = await tx.query<{ body: StripeObject }>(
    `select body from card_simulator.object where ${conditions.join(' and ')}
     order by seq ${page.ending_before ? 'asc' : 'desc'} limit ${limit + 1}`,
    values,
  )
  const data = rows.slice(0, limit).map((row) => row.body)
  if (page.ending_before) data.reverse()
  return { object: 'list', data, has_more: rows.length > limit, url: `/v1/${type}s` }
}

const operators = { gt: '>', gte: '>=', lt: '<', lte: '<=' }

function createdBounds(created: Page['created']): [string, number][] {
  if (created === undefined) return []
  if (typeof created === 'number') return [['=', created]]
  return Object.entries(operators).flatMap(([name, operator]): [string, number][] => {
    const time = created[name as keyof typeof operators]
    return time === undefined ? [] : [[operator, time]]
  })
}
