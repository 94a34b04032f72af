import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A secret that is made up once and kept in `dataDir/secrets`, readable by this user alone. Two
 * processes that start at once agree on the one that was written first.
 */
export function generatedSecret(dataDir: string, name: string, bytes = 32): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return readFileSync(file, 'utf8')

  // Written whole before it has its name: a crash or another process never finds half a secret.
  const draft = `${file}.${process.pid}.draft`
  writeFileSync(draft, randomBytes(bytes).toString('base64url'), { mode: 0o600 })
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readFileSync(file, 'utf8')
}
