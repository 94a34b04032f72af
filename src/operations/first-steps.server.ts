import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { findLegalPage } from '#shop/pages/legal-pages.server.ts'
import { findOwnSince } from './installation.server.ts'
import type { LastBackup } from './last-backup.server.ts'

/** What an owner does on the first day, and whether it is done (docs/operations/first-day.md). */
export type FirstSteps = Record<
  'logo' | 'imprint' | 'seller' | 'import' | 'order' | 'backup' | 'live',
  boolean
>

/** Returns the steps of the first day; null in the demo, and when all are done. */
export async function readFirstSteps(
  db: Db,
  { isDemo, last }: { isDemo: boolean; last: LastBackup | null },
): Promise<FirstSteps | null> {
  const since = await findOwnSince(db)
  if (isDemo && since === undefined) return null
  const { rows } = await sql<Pick<FirstSteps, 'logo' | 'seller' | 'import' | 'order'>>`
    select
      exists (select from brand where logo is not null or dark_logo is not null) as logo,
      (select details ->> 'taxId' !~ 'demo|^00-0000000' from seller order by since desc limit 1)
        as seller,
      exists (select from product_import where status = 'applied') as import,
      exists (select from payment where captured_at is not null) as "order"`.execute(db)
  const { logo = false, seller = false, import: isImported = false, order = false } = rows[0] ?? {}
  const steps = {
    logo,
    imprint: Boolean((await findLegalPage(db, 'imprint'))?.html),
    seller,
    import: isImported,
    // Going live removes the test orders.
    order: order || !isDemo,
    // That of the demo does not count.
    backup: last !== null && (since === undefined || last.madeAt > new Date(since)),
    live: !isDemo,
  }
  return Object.values(steps).every(Boolean) ? null : steps
}
