import { statSync } from 'node:fs'
import { StartupError } from './startup-error.ts'

/** Whether a path exists. Throws a StartupError when this user may not look, which `existsSync` hides. */
export function isThere(path: string): boolean {
  try {
    statSync(path)
    return true
  } catch (error) {
    const { code } = Object(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return false
    throw new StartupError(
      `${path} can’t be read by this user (${code}): run the command as the user who runs the shop.`,
    )
  }
}
