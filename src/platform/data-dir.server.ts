import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.ts'

const OTHERS = 0o077

/**
 * Makes `dataDir` where there is none, and keeps it and all in it to this user: folders 0700, files
 * 0600. What this process writes from now on is so from its first byte; what is there already is
 * corrected. Throws a StartupError when the folder can't be written or kept private.
 */
export function openDataDir(dataDir: string): void {
  process.umask(OTHERS)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
  // Windows has no such modes.
  if (process.platform === 'win32') return
  if (!keepPrivate(dataDir)) {
    throw new StartupError(
      `DATA_DIR ${dataDir} can be read by other users and belongs to someone else: make this user its owner, or set DATA_DIR to another folder.`,
    )
  }
  correctContents(dataDir)
}

/** What to do about a DATA_DIR that this user can't write to. */
export function unwritable(dataDir: string, error: unknown): StartupError {
  const why = error instanceof Error ? error.message : String(error)
  return new StartupError(
    `DATA_DIR ${dataDir} can't be written (${why}): give this user the right to write there, or set DATA_DIR to another folder.`,
  )
}

/** Takes the rights of others away; false when that is not possible. Links are left alone. */
function keepPrivate(path: string): boolean {
  const mode = lstatSync(path).mode & 0o777
  if ((mode & OTHERS) === 0) return true
  try {
    chmodSync(path, mode & ~OTHERS)
  } catch {
    return false
  }
  return (lstatSync(path).mode & OTHERS) === 0
}

// Nobody else can enter DATA_DIR by now, so what can't be changed in it, such as on a disk without
// modes, does no harm. A folder that was private already has kept its files from others: only in one
// that was not, or that holds no thousands of images, each file is looked at.
function correctContents(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    const wasPrivate = (lstatSync(path).mode & OTHERS) === 0
    if (!wasPrivate) keepPrivate(path)
    if (entry.isDirectory() && !(wasPrivate && entry.name === 'media')) correctContents(path)
  }
}
