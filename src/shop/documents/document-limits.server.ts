import { tooManyRequests } from '#platform/http/http-errors.ts'
import type { RateLimits } from '#platform/http/limits/rate-limits.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'

/** The maximum documents of a zip, which is one long piece of work. */
export const MAX_IN_ZIP = 200

const documentsOfBuyer = { name: 'documents of', most: 20, seconds: 60 }

/** Counts a document that a buyer downloads alone, a slip too; throws a 429. Admins only wait in the queue. */
export async function countDocument(limits: RateLimits, { id, role }: Pick<Caller, 'id' | 'role'>) {
  if (role !== 'admin') await limits.countAction(documentsOfBuyer, id)
}

/** Returns what marks a buyer's zip as running until the returned function ends it; a second is a 429. */
export function createZipLimit(): (caller: Pick<Caller, 'id' | 'role'>) => () => void {
  const running = new Set<string>()
  return ({ id, role }) => {
    if (role === 'admin') return () => {}
    if (running.has(id)) throw tooManyRequests(10)
    running.add(id)
    return () => running.delete(id)
  }
}
