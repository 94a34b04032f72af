import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isThere } from './is-there.server.ts'

test('what can’t be looked at is not taken for missing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-there-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  expect([folder, join(folder, 'a'), join(import.meta.filename, 'a')].map(isThere)).toEqual([
    true,
    false,
    false,
  ])
  // As with a folder of another user, which root may read.
  const loop = join(folder, 'loop')
  symlinkSync(loop, loop)
  expect(() => isThere(loop)).toThrow(`${loop} can’t be read by this user (ELOOP)`)
})
