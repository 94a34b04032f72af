import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

/** Returns the version of the shop, from its package.json. */
export function shopVersion(): string {
  const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'))
  return String(version)
}
