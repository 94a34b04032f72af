import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from './startup-error.ts'

const GROUP_AND_OTHERS = 0o077

/**
 * Creates `dataDir` if needed and makes it private to this user: folders 0700, files 0600. Sets the
 * umask for new files and corrects the modes of existing ones. Throws a StartupError when the folder
 * is not writable or can't be made private.
 */
export function openDataDir(dataDir: string): void {
  process.umask(GROUP_AND_OTHERS)
  if (statSync(dataDir, { throwIfNoEntry: false })?.isFile()) {
    throw new StartupError(`DATA_DIR ${dataDir} is a file: set DATA_DIR to a folder.`)
  }
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    accessSync(dataDir, constants.W_OK)
  } catch (error) {
    throw unwritable(dataDir, error)
  }
  // Windows has no POSIX modes.
  if (process.platform === 'win32') return
  if (!makePrivate(dataDir)) {
    throw new StartupError(
      `DATA_DIR ${dataDir} is readable by other users and owned by another user: make this user its owner, or set DATA_DIR to another folder.`,
    )
  }
  correctContents(dataDir)
}

export function unwritable(dataDir: string, error: unknown): StartupError {
  const why = error instanceof Error ? error.message : String(error)
  return new StartupError(
    `DATA_DIR ${dataDir} is not writable (${why}): give this user write permission, or set DATA_DIR to another folder.`,
  )
}

/** Removes the permissions of group and others; false when that fails. */
function makePrivate(path: string): boolean {
  const mode = statSync(path).mode & 0o777
  if ((mode & GROUP_AND_OTHERS) === 0) return true
  try {
    chmodSync(path, mode & ~GROUP_AND_OTHERS)
  } catch {
    return false
  }
  return (statSync(path).mode & GROUP_AND_OTHERS) === 0
}

// DATA_DIR itself is private by now, so failures below it are harmless, for example on a disk without
// modes. A private media folder is skipped because it may hold thousands of images, and PostgreSQL
// checks its own folder.
function correctContents(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    const wasPrivate = (lstatSync(path).mode & GROUP_AND_OTHERS) === 0
    if (!wasPrivate) makePrivate(path)
    const isSkipped = wasPrivate && ['media', 'postgresql'].includes(entry.name)
    if (entry.isDirectory() && !isSkipped) correctContents(path)
  }
}
