import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generatedSecret } from './generated-secret.server.ts'
import { asStartupError, StartupError } from './startup-error.ts'

// A file at this path fails even for root.
const dataDir = join(process.execPath, 'data')

test('an unwritable DATA_DIR is a StartupError', () => {
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

test('other errors are returned unchanged', () => {
  const other = Object.assign(new Error('no'), { code: 'EACCES', path: '/etc/shadow' })
  expect(asStartupError(other, dataDir)).toBe(other)
})
