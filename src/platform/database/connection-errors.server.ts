// SQLSTATE classes 08 (connection), 53 (resources, including a full disk) and 57 (operator, statement
// timeout), session timeouts (25P03, 25P04), lock timeout (55P03), and errors of sockets, DNS and full
// disks.
const CONNECTION_LOST =
  /^(08|53|57)\w{3}$|^25P0[34]$|^55P03$|^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND|NOSPC|DQUOT)/

// node-postgres sets no code on lost connections and timeouts. The last message comes from a
// transaction's rollback, which hides the original error.
const CONNECTION_LOST_TEXTS = [
  /^Connection terminated/,
  /^timeout (exceeded when trying to connect|expired)$/,
  /^Query read timeout$/,
  /^Client .* is not queryable$/,
]

/** Whether the database was unreachable rather than rejecting the statement, so that a retry may succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  // A missing socket file is ENOENT, which means something else for any other file.
  if ('syscall' in error && error.syscall === 'connect') return true
  if ('code' in error && typeof error.code === 'string') return CONNECTION_LOST.test(error.code)
  return CONNECTION_LOST_TEXTS.some((text) => text.test(error.message))
}

export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether a query timed out on the client. Its result may still arrive, so the connection must be closed. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
