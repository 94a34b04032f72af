import type { Selectable } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Orders } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { ORDER_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import type { TaxTreatment } from '#shop/tax/tax.ts'
import { selectLines, toLine } from './line-queries.server.ts'
import type { PlacedLine, PlacedOrder } from './order.ts'
import { toHeader } from './order-header.server.ts'

/** Finds an order of `caller`, or any for an admin, by its number, its id or the id of one of its lines. */
export async function findOrderFor(
  db: Db,
  caller: Pick<Caller, 'id' | 'role'>,
  key: string,
): Promise<PlacedOrder | undefined> {
  if (!isUuid(key) && !ORDER_NUMBER.test(key)) return undefined
  const row = await db
    .selectFrom('orders')
    .selectAll()
    .where((is) =>
      isUuid(key)
        ? is.or([
            is('id', '=', key),
            is('id', '=', is.selectFrom('orderLine').select('orderId').where('id', '=', key)),
          ])
        : is('number', '=', key.toUpperCase()),
    )
    .$if(caller.role !== 'admin', (query) =>
      query.where('accountId', '=', caller.id).where('abandoned', '=', false),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const [order] = await withLines(db, [row])
  return order
}

/** Returns the version of the terms that an order was placed under; undefined without terms. */
export async function findTermsVersion(db: Db, orderId: string): Promise<number | undefined> {
  const { termsVersion } = await db
    .selectFrom('orders')
    .select('termsVersion')
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  return termsVersion ?? undefined
}

/** Returns the orders with these ids, newest first. */
export async function findOrdersById(db: Db, ids: string[]): Promise<PlacedOrder[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('id', 'desc')
    .execute()
  return withLines(db, rows)
}

async function withLines(db: Db, rows: Selectable<Orders>[]): Promise<PlacedOrder[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const selected = await selectLines(db)
    .where('orderId', 'in', ids)
    .orderBy('orderId')
    .orderBy('position')
    .execute()
  const lines = Map.groupBy(selected.map(toLine), ({ orderId }) => orderId)
  return rows.map((row) => toOrder(row, lines.get(row.id) ?? []))
}

function toOrder(row: Selectable<Orders>, lines: PlacedLine[]): PlacedOrder {
  return {
    id: row.id,
    number: row.number,
    accountId: row.accountId,
    ...toHeader(row),
    tax: {
      percent: Number(row.taxPercent),
      treatment: row.taxTreatment as TaxTreatment,
      reference: row.taxReference,
    },
    lines,
  }
}
