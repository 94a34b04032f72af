import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromiumFromNpm } from './chromium-from-npm.ts'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** The flags for running Chromium without graphics or network access. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed one, Debian's package if this process
 * may install it, or a build from npm in node_modules.
 */
export function findOrInstallChromium(): string {
  const found = process.env.CHROMIUM_PATH ?? findChromium()
  if (found) return found
  if (canInstallDebianPackages()) {
    installDebianPackages('chromium')
    const installed = findChromium()
    if (installed) return installed
  }
  return chromiumFromNpm()
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, MAC].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
