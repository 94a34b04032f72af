// SQLSTATE classes 08 (connection), 53 (resources, a full disk among them) and 57 (operator, and a
// statement over its time), a session that the server ended because it stood still (25P03, 25P04),
// a lock that was not had in time (55P03), and what sockets, name servers and full disks say.
const CONNECTION_LOST =
  /^(08|53|57)\w{3}$|^25P0[34]$|^55P03$|^E(CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND|NOSPC|DQUOT)/

// node-postgres gives no code to connections that ended or were not had in time. The last is what a
// transaction's own rollback hears, and then hides the first error.
const CONNECTION_LOST_TEXTS = [
  /^Connection terminated/,
  /^timeout (exceeded when trying to connect|expired)$/,
  /^Query read timeout$/,
  /^Client .* is not queryable$/,
]

/** Whether the database did not answer, rather than refuse: the same again may well succeed. */
export function isConnectionLost(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isConnectionLost)
  if (!(error instanceof Error)) return false
  // No socket file is ENOENT, which said of any other file means something else.
  if ('syscall' in error && error.syscall === 'connect') return true
  if ('code' in error && typeof error.code === 'string') return CONNECTION_LOST.test(error.code)
  return CONNECTION_LOST_TEXTS.some((text) => text.test(error.message))
}

/** Whether a disk is full: the database's, or this machine's own. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT'
}

/** Whether the client stopped waiting for an answer, which may still come: its connection is of no more use. */
export function isAnswerOverdue(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}
