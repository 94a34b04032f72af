import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstallDebianPackages, installDebianPackages } from '#platform/testing/debian-packages.ts'

const NAMES = ['firefox-esr', 'firefox']
const MAC = '/Applications/Firefox.app/Contents/MacOS/firefox'

/** The path of a Firefox: FIREFOX_PATH, an installed one, or Debian's, if this process may install it. */
export function findOrInstallFirefox(): string | undefined {
  const path = process.env.FIREFOX_PATH ?? findFirefox()
  if (path || !canInstallDebianPackages()) return path
  installDebianPackages('firefox-esr')
  return findFirefox()
}

function findFirefox(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...paths, MAC].find(existsSync)
}
