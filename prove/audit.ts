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
 * Stops the shop and asks its database for everything that must always hold, and whether its ledger
 * of money agrees with the card provider's. Then asks what else the part wants to know.
 */
export async function audit(
  shop: ProofShop,
  more: (pool: pg.Pool) => Promise<string[]> = async () => [],
): Promise<string[]> {
  await shop.stop()
  return shop.ground.ask(async (pool) => {
    const deviations: string[] = []
    for (const statement of statements) {
      const { rows } = await pool.query<Row>(statement)
      deviations.push(...rows.map((row) => `${row.invariant}: ${row.subject} (${row.detail})`))
    }
    return [...deviations, ...(await more(pool))]
  })
}
