import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromiumFromNpm } from './chromium-from-npm.ts'
import { canInstallDebianPackages, installDebianPackages } from './debian-packages.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** What a test browser needs to run, whoever starts it, on a machine without graphics and without a network. */
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
 * The path of a Chromium: the one CHROMIUM_PATH names, one on this machine, Debian's package where
 * this process may install it, or else a build from npm kept under node_modules.
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
