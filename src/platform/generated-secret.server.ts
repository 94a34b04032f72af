import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the secret stored in `dataDir/secrets` and generates it on first use. Only this user can
 * read it. Processes that start concurrently use the one written first.
 */
export function generatedSecret(dataDir: string, name: string, bytes = 32): string {
  const folder = join(dataDir, 'secrets')
  const file = join(folder, name)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (existsSync(file)) return readFileSync(file, 'utf8')

  // Linked only when complete, so that no process reads a partial secret.
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
