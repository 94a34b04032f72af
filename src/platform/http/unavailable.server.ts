import { isConnectionLost } from '#platform/database/connection-errors.server.ts'
import { StorageUnavailable } from '#platform/files/file-store.server.ts'

/** Whether the database or the file store was unreachable, so that a retry may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof StorageUnavailable || isConnectionLost(error)
}
