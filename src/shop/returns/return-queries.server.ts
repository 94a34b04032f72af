import { type Selectable, sql } from 'kysely'
import type { ReturnRequest as ReturnTable } from '#db/database-tables.ts'
import type { Db } from '#platform/database/database.server.ts'
import { RETURN_NUMBER } from '#shop/documents/numbering/number-forms.ts'
import { moneyIsBack } from '#shop/pieces/line-pieces.server.ts'
import type { ReturnList } from './return-request.ts'

export type ReturnRow = Selectable<ReturnTable>

export async function findReturn(db: Db, number: string): Promise<ReturnRow | undefined> {
  if (!RETURN_NUMBER.test(number)) return undefined
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where('number', '=', number.toUpperCase())
    .executeTakeFirst()
}

export function linesOfReturn(db: Db, returnId: string) {
  return db
    .selectFrom('returnLine')
    .innerJoin('orderLine', 'orderLine.id', 'orderLineId')
    .select(['orderLineId', 'productId', 'productName', 'returnLine.quantity'])
    .where('returnId', '=', returnId)
    .orderBy('orderLineId')
    .execute()
}

/** Returns the returns of an order, oldest first. */
export function returnsOfOrder(db: Db, orderId: string): Promise<ReturnRow[]> {
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where('orderId', '=', orderId)
    .orderBy('position')
    .execute()
}

const isIn = (list: ReturnList) =>
  list === 'to-settle'
    ? sql<boolean>`status = 'received'
        and exists (
          select from return_line join order_line as line on line.id = order_line_id
          where return_id = return_request.id and received > 0 and not ${moneyIsBack}
        )
        and not exists (select from refund where return_id = return_request.id and is_counted)`
    : sql<boolean>`status = ${list}`

/** Returns a page of a list of returns, oldest first; `page` starts at 0. */
export function listReturns(
  db: Db,
  { status, size, page }: { status: ReturnList; size: number; page: number },
): Promise<ReturnRow[]> {
  return db
    .selectFrom('returnRequest')
    .selectAll()
    .where(isIn(status))
    .orderBy('id')
    .limit(size)
    .offset(size * page)
    .execute()
}

const MAX_COUNTED = 10_000

/** Returns how many returns a list has, up to a maximum. */
export async function countReturns(db: Db, list: ReturnList): Promise<number> {
  const { count } = await db
    .selectFrom((of) =>
      of.selectFrom('returnRequest').select('id').where(isIn(list)).limit(MAX_COUNTED).as('found'),
    )
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
