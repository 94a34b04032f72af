import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedSecret } from './generated-secret.server.ts'
import { asStartupError, StartupError } from './startup-error.ts'

// A file in its way stops everybody, root included.
const dataDir = join(process.execPath, 'data')

test('a DATA_DIR that can not be written is said in one sentence, whoever finds it', () => {
  let error: unknown
  try {
    generatedSecret(dataDir, 'auth-secret')
  } catch (thrown) {
    error = asStartupError(thrown, dataDir)
  }
  expect(error).toBeInstanceOf(StartupError)
  expect(error).toHaveProperty(
    'message',
    expect.stringMatching(/^DATA_DIR .* is not writable \(.*\): give this user .* folder\.$/),
  )
})

test('any other fault of a start stays what it is', () => {
  const other = Object.assign(new Error('no'), { code: 'EACCES', path: '/etc/shadow' })
  expect(asStartupError(other, dataDir)).toBe(other)
})
