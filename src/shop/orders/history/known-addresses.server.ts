import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

const SEARCHED_ORDERS = 200
const LISTED = 10

/** Returns the addresses of a buyer's latest orders, the last used first. */
export async function listKnownAddresses(db: Db, accountId: string): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (
      select id, address from orders where account_id = ${accountId} and not abandoned
      order by id desc limit ${SEARCHED_ORDERS}
    ) as latest
    where address <> '' group by address order by max(id::text) desc limit ${LISTED}`.execute(db)
  return rows.map(({ address }) => address)
}
