import { findOrInstallFirefox } from '#platform/testing/browsers/firefox.ts'
import { ensureBuilt } from '#scripts/build.ts'
import { run, stopChildrenOnSignal } from './child-process.ts'

const CONFIGURATION = 'playwright.firefox.config.ts'

/**
 * Runs the browser tests of the main path and of every form in Firefox; `args` are passed to
 * Playwright. Returns the exit code.
 */
export async function runInFirefox(args: string[]): Promise<number> {
  const firefox = findOrInstallFirefox()
  if (!firefox) {
    console.error('No Firefox was found: install it, or set FIREFOX_PATH.')
    return 1
  }
  ensureBuilt()
  stopChildrenOnSignal()
  return run('playwright', ['test', '--config', CONFIGURATION, ...args], { FIREFOX_PATH: firefox })
}
