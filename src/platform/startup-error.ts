/** Prevents the shop from starting. The message says what is wrong and how to fix it. */
export class StartupError extends Error {
  override name = 'StartupError'
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'])

/** Converts a failed write below `dataDir` to a StartupError; returns other errors unchanged. */
export function asStartupError(error: unknown, dataDir: string): unknown {
  const { code, path } = Object(error)
  const isDataDir = typeof path === 'string' && path.startsWith(dataDir)
  if (!isDataDir || !UNWRITABLE.has(code)) return error
  return unwritable(dataDir, String(Object(error).message))
}

function unwritable(dataDir: string, why: string): StartupError {
  return new StartupError(
    `DATA_DIR ${dataDir} is not writable (${why}): give this user write permission, or set DATA_DIR to another folder.`,
  )
}
