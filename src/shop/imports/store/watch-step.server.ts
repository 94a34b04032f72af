import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { extendOwnLease } from '#platform/jobs/worker-lease.server.ts'
import type { ImportStatus } from './product-import.ts'

// A process that ends without notice is replaced after this time.
export const LEASE_SECONDS = 15
const EXTEND_MS = 3_000
const LOOK_MS = 1_000

/** What a step of an import asks while it works. */
export type StepWatch = {
  /** Extends the lease now and then. Throws when the step should end. */
  keepLease: () => Promise<void>
  signal: AbortSignal
}

/** The lease has ended during a pause of this process, so that another one may go on. */
export class LeaseEnded extends Error {}
/** The import was cancelled or deleted. */
export class StepCancelled extends Error {}

export class RowFault extends Error {
  readonly position: number

  constructor(position: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.position = position
  }
}

/** Watches the lease and the status of an import while `work` runs, also while it waits for another process. */
export async function watchStep(
  db: Db,
  lease: string,
  imported: { id: string; status: ImportStatus },
  work: (watch: StepWatch) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  let extendedAt = performance.now()
  const keepLease = async () => {
    signal.throwIfAborted()
    const elapsed = performance.now() - extendedAt
    if (elapsed < EXTEND_MS) return
    extendedAt = performance.now()
    const isOurs = elapsed < LEASE_SECONDS * 1000 && (await extendOwnLease(db, lease, LEASE_SECONDS))
    if (!isOurs) throw new LeaseEnded(`The lease ${lease} has ended`)
  }
  const look = async () => {
    await keepLease()
    const { rows } = await sql`
      select from product_import where id = ${imported.id} and status = ${imported.status}`.execute(db)
    if (rows.length === 0) throw new StepCancelled()
  }
  const timer = setInterval(() => {
    // A database that does not answer ends the step itself.
    look().catch((error: unknown) => {
      if (error instanceof LeaseEnded || error instanceof StepCancelled) stop.abort(error)
    })
  }, LOOK_MS)
  try {
    await work({ keepLease, signal })
  } finally {
    clearInterval(timer)
  }
}
