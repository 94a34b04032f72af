import type { Db } from '#platform/database/database.server.ts'
import type { Log } from '#platform/log.server.ts'
import type { WorkQuery } from './reconciler-queries.server.ts'

/** A repeated task: the query for the keys that need work, and the action for each key. */
export type ReconcileTask = {
  name: string
  waiting: WorkQuery
  act: (key: string) => Promise<unknown>
}

const PAGE = 10

/**
 * Returns a function that processes all waiting keys of a task, page by page. Each call continues
 * where the last one stopped, until every key was seen once or `shouldContinue` resolves to false. A
 * failed key is logged and retried in the next round, so it never blocks the others.
 */
export function processInBatches(db: Db, log: Log, { name, waiting, act }: ReconcileTask) {
  let after: string | null = null
  return async (shouldContinue: () => Promise<boolean>): Promise<void> => {
    while (await shouldContinue()) {
      const page: string[] = await waiting(db, after, PAGE)
      const results = await Promise.allSettled(page.map(act))
      for (const [index, result] of results.entries()) {
        if (result.status === 'rejected') {
          log.warn(
            { err: result.reason, task: name, key: page[index] },
            'Reconciler task failed; it will be retried',
          )
        }
      }
      after = page.length === PAGE ? (page.at(-1) ?? null) : null
      if (after === null) return
    }
  }
}
