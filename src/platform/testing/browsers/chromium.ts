import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from '#platform/testing/debian-packages.ts'
import { chromiumFromNpm } from './chromium-from-npm.ts'

const HEADLESS_SHELL = 'chromium-headless-shell'
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
 * The path of a Chromium for tests without a screen. The headless shell runs the same engine without
 * the browser's own windows, and needs a quarter of the processor time; any other Chromium serves too.
 */
export function findOrInstallHeadlessShell(): string {
  const path = process.env.CHROMIUM_PATH ?? findProgram(HEADLESS_SHELL)
  if (path) return path
  if (canInstallDebianPackages()) {
    try {
      installDebianPackages(HEADLESS_SHELL)
    } catch (error) {
      // Offline, or a distribution without this package.
      console.info(String(error))
    }
  }
  return findProgram(HEADLESS_SHELL) ?? findOrInstallChromium()
}

/**
 * Returns the path of a Chromium: CHROMIUM_PATH, an installed one, Debian's package if this process
 * may install it, or a build from npm in node_modules.
 */
export function findOrInstallChromium(): string {
  const path = process.env.CHROMIUM_PATH ?? findChromium()
  if (path) return path
  if (canInstallDebianPackages()) {
    installDebianPackages('chromium')
    const installed = findChromium()
    if (installed) return installed
  }
  return chromiumFromNpm()
}

function findChromium(): string | undefined {
  return findProgram(...NAMES) ?? [MAC].find(isExecutable)
}

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
