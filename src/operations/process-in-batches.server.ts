import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { PageOfWork } from './reconciler-queries.server.ts'

/** One kind of work that heals by itself: which waits, and what to do with each. */
export type ReconcileTask = {
  name: string
  waiting: PageOfWork
  act: (key: string) => Promise<unknown>
}

const PAGE = 10

/**
 * Makes a walk through all the work of a chore, page by page: each call goes on where the last one
 * stopped, until everything was seen once or `mayGoOn` says no. What fails is logged and comes up
 * again in the next round; it never blocks what waits behind it.
 */
export function walkThrough(db: Db, log: Log, { name, waiting, act }: ReconcileTask) {
  let after: string | null = null
  return async (mayGoOn: () => Promise<boolean>): Promise<void> => {
    while (await mayGoOn()) {
      const page: string[] = await waiting(db, after, PAGE)
      const done = await Promise.allSettled(page.map(act))
      for (const [index, one] of done.entries()) {
        if (one.status === 'rejected') {
          log.warn({ err: one.reason, chore: name, about: page[index] }, 'To be tried again')
        }
      }
      after = page.length === PAGE ? (page.at(-1) ?? null) : null
      if (after === null) return
    }
  }
}
