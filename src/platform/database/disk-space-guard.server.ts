import { statfsSync } from 'node:fs'

/** The disk is full; has the SQLSTATE of PostgreSQL's own error, 53100. */
class DiskFullError extends Error {
  readonly code = '53100'
}

// PostgreSQL needs 16 MB for the next WAL segment, and some more to finish running statements.
const DISK_RESERVE_BYTES = 32 * 1024 * 1024
const CHECK_EVERY_MS = 100

const READS = /^\s*(\/\*.*?\*\/\s*)*(select|with|values|show|set|begin|start|commit|rollback)\b/is
const WRITES = /\b(insert|update|delete|merge)\b/i

/**
 * Returns a check that throws a DiskFullError for writing statements while less than the reserve is
 * free in `folder`. Otherwise PGlite would hang forever once the disk is full at the end of a WAL
 * segment; after this error, writes work again as soon as space is free.
 */
export function createDiskSpaceGuard(folder: string): (statement: string) => void {
  let checkedAt = Number.NEGATIVE_INFINITY
  let isLow = false
  return (statement) => {
    if (performance.now() - checkedAt > CHECK_EVERY_MS) {
      isLow = hasLowSpace(folder)
      checkedAt = performance.now()
    }
    if (isLow && !isReadOnly(statement)) {
      throw new DiskFullError(`Less than ${DISK_RESERVE_BYTES >> 20} MB are free in ${folder}`)
    }
  }
}

/** Whether less than the reserve is free on a folder's disk. */
export function hasLowSpace(folder: string): boolean {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize < DISK_RESERVE_BYTES
}

/** Whether a statement certainly changes no rows; in doubt it counts as a write. */
function isReadOnly(statement: string): boolean {
  const keyword = READS.exec(statement)?.[2]?.toLowerCase()
  return keyword !== undefined && (keyword !== 'with' || !WRITES.test(statement))
}
