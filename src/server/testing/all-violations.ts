import type pg from 'pg'
import file from '#db/invariants.sql?raw'
import { readInvariants } from '#operations/invariant-statements.ts'
import type { Violation } from '#operations/invariants.server.ts'

// Planning all invariants takes longer than most tests, so each connection prepares them together.
const ALL_INVARIANTS = {
  name: 'all invariants',
  text: readInvariants(file)
    .map(({ sql }) => sql)
    .join(' union all '),
}

/** Returns all violations of the invariants in a small database. */
export async function findAllViolations(pool: pg.Pool): Promise<Violation[]> {
  return (await pool.query<Violation>(ALL_INVARIANTS)).rows
}
