import type pg from 'pg'

/** What changed: names of tables whose rows came or went, and ids of rows; or anything at all. */
export type Change = readonly string[] | 'everything'

/** By this name the database knows connections that are told of changes by a notice. */
export const APPLICATION_NAME = 'forgewell'

const CHANGED = 'SHOP1'

/** Calls back with what statements of one pool changed. */
export type OwnChanges = (tell: (names: string[]) => void) => void

/**
 * Hears what the statements of this pool change, as triggers say it in notices: once it is
 * committed, and before whoever sent the statement has its result. What was rolled back is told too.
 * The pool must be new: connections that are open already are not heard.
 */
export function hearOwnChanges(pool: pg.Pool): OwnChanges {
  const listeners: ((names: string[]) => void)[] = []
  pool.on('connect', (client) => {
    const names = new Set<string>()
    const tellAll = () => {
      if (names.size === 0) return
      const told = [...names]
      names.clear()
      for (const tell of listeners) tell(told)
    }
    client.on('notice', ({ code, message }) => {
      if (code === CHANGED && message) names.add(message)
    })
    client.on('drain', () => {
      if (client.getTransactionStatus() === 'I') tellAll()
    })
    // It may have been committed before the connection broke.
    client.on('end', tellAll)
  })
  return (tell) => listeners.push(tell)
}
