import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { generatedSecret } from './generated-secret.server.ts'

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'generated-secret-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

test('a secret is generated once per name', () => {
  const folder = emptyFolder()
  const secret = generatedSecret(folder, 'auth-secret')
  expect(secret).toMatch(/^[\w-]{43}$/)
  expect(generatedSecret(folder, 'auth-secret')).toBe(secret)
  expect(generatedSecret(folder, 'another')).not.toBe(secret)
  expect(generatedSecret(emptyFolder(), 'auth-secret')).not.toBe(secret)
  expect(generatedSecret(folder, 'short', 9)).toHaveLength(12)
})

test('only this user can read a secret, and no draft is left', () => {
  const folder = emptyFolder()
  generatedSecret(folder, 'auth-secret')
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'secrets', 'auth-secret')).mode & 0o777).toBe(0o600)
  expect(readdirSync(join(folder, 'secrets'))).toEqual(['auth-secret'])
})

test('concurrent processes get the same secret', async () => {
  const folder = emptyFolder()
  const module = join(import.meta.dirname, 'generated-secret.server.ts')
  const script = `
    const { generatedSecret } = await import(${JSON.stringify(module)})
    while (Date.now() < ${Date.now() + 1500});
    for (let n = 0; n < 50; n += 1) console.log(generatedSecret(${JSON.stringify(folder)}, 's' + n))`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
  const [one, two] = await Promise.all([run(), run()])
  expect(one?.stdout).toBe(two?.stdout)
  expect(one?.stdout).toMatch(/^([\w-]{43}\n){50}$/)
})
