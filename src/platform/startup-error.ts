/** Something that keeps the shop from starting, said in one sentence that holds its remedy. */
export class StartupError extends Error {
  override name = 'StartupError'
}

const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOENT'])

/** What a failed start says: a folder that can't be written is a setting's fault, and no other. */
export function asStartupError(error: unknown, dataDir: string): unknown {
  const { code, path } = Object(error)
  const isDataDir = typeof path === 'string' && path.startsWith(dataDir)
  if (!isDataDir || !UNWRITABLE.has(code)) return error
  return unwritable(dataDir, String(Object(error).message))
}

function unwritable(dataDir: string, why: string): StartupError {
  return new StartupError(
    `DATA_DIR ${dataDir} can't be written (${why}): give this user the right to write there, or set DATA_DIR to another folder.`,
  )
}
