import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { readInvariants } from '#operations/invariant-statements.ts'
import type { ProofShop } from './shop.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const statements = [
  ...readInvariants(read('../db/invariants.sql')).map(({ sql }) => sql),
  read('provider-agrees.sql'),
]

type Row = { invariant: string; subject: string; detail: string }

/**
 * Stops the shop, then checks the invariants and compares its payments with the card provider's
 * records. Returns the deviations, including those of the scenario's own `moreChecks`.
 */
export async function audit(
  shop: ProofShop,
  moreChecks: (pool: pg.Pool) => Promise<string[]> = async () => [],
): Promise<string[]> {
  await shop.stop()
  return shop.environment.query(async (pool) => {
    const deviations: string[] = []
    for (const statement of statements) {
      const { rows } = await pool.query<Row>(statement)
      deviations.push(...rows.map((row) => `${row.invariant}: ${row.subject} (${row.detail})`))
    }
    return [...deviations, ...(await moreChecks(pool))]
  })
}
