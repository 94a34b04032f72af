import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import { ORDER_NUMBER } from './numbering/number-forms.ts'

/**
 * Selects the ids of the lines that names refer to: ids of lines, and ids or numbers of orders.
 * Separate parts each use an index; one condition on both tables would scan them.
 */
export function lineIdsNamed(db: Db, names: string[]) {
  const ids = sql<string>`any(${names.filter((name) => isUuid(name))}::uuid[])`
  const numbers = names.filter((name) => ORDER_NUMBER.test(name)).map((name) => name.toUpperCase())
  const numbered = db
    .selectFrom('orders')
    .select('id')
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
  return db
    .selectFrom('orderLine')
    .select('id')
    .where('id', '=', ids)
    .unionAll(db.selectFrom('orderLine').select('id').where('orderId', '=', ids))
    .unionAll(db.selectFrom('orderLine').select('id').where('orderId', 'in', numbered))
}

export function namesOfLine(line: { id: string; orderId: string; orderNumber: string }): string[] {
  return [line.id, line.orderId, line.orderNumber.toLowerCase()]
}
