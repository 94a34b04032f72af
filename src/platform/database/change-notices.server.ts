import type pg from 'pg'

/** Tables with inserted or deleted rows and ids of changed rows; or 'everything' if unknown. */
export type Change = readonly string[] | 'everything'

/** The application name of connections for which triggers report changes by notice. */
export const APPLICATION_NAME = 'forgewell'

const CHANGED = 'SHOP1'

/** Registers a listener for the changes that one pool's statements make. */
export type OwnChanges = (listener: (names: string[]) => void) => void

/**
 * Collects the changes made through a pool from the notices that triggers raise. Listeners run after
 * the commit and before the statement's result is returned; rolled-back changes are reported too.
 * The pool must be new: existing connections are not observed.
 */
export function collectOwnChanges(pool: pg.Pool): OwnChanges {
  const listeners: ((names: string[]) => void)[] = []
  pool.on('connect', (client) => {
    const names = new Set<string>()
    const notifyAll = () => {
      if (names.size === 0) return
      const changed = [...names]
      names.clear()
      for (const listener of listeners) listener(changed)
    }
    client.on('notice', ({ code, message }) => {
      if (code === CHANGED && message) names.add(message)
    })
    client.on('drain', () => {
      if (client.getTransactionStatus() === 'I') notifyAll()
    })
    // The transaction may have been committed before the connection broke.
    client.on('end', notifyAll)
  })
  return (listener) => listeners.push(listener)
}
