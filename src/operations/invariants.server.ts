import { sql } from 'kysely'
import statement from '#db/invariants.sql?raw'
import type { Db } from '#platform/database/database.server.ts'

/** A rule of the shop that its database breaks: which, where, and what is wrong there. */
export type Violation = { invariant: string; subject: string; detail: string }

/** Asks the whole database whether stock, orders and money agree; none when all is well. */
export async function findViolations(db: Db): Promise<Violation[]> {
  const { rows } = await sql.raw<Violation>(statement).execute(db)
  return rows
}
