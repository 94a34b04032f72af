import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { inputsStamp, isUpToDate } from './build-stamp.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'build-stamp-'))
  mkdirSync(join(root, 'src/platform/testing'), { recursive: true })
  mkdirSync(join(root, 'src/server'))
  writeFileSync(join(root, 'src/server/app.server.ts'), 'one')
  onTestFinished(() => rmSync(root, { recursive: true }))
})

test('the stamp changes with the content, the name and the number of the inputs', () => {
  const stamps = [inputsStamp(root)]
  writeFileSync(join(root, 'src/server/app.server.ts'), 'two')
  stamps.push(inputsStamp(root))
  renameSync(join(root, 'src/server/app.server.ts'), join(root, 'src/other.ts'))
  stamps.push(inputsStamp(root))
  writeFileSync(join(root, 'vite.config.ts'), '')
  stamps.push(inputsStamp(root))
  expect(new Set(stamps).size).toBe(4)
})

test('tests and files that the build does not read do not change the stamp', () => {
  const before = inputsStamp(root)
  writeFileSync(join(root, 'src/app.test.ts'), 'x')
  writeFileSync(join(root, 'src/platform/testing/database.ts'), 'x')
  writeFileSync(join(root, 'README.md'), 'x')
  expect(inputsStamp(root)).toBe(before)
})

test('a build with a missing or different stamp is not up to date', () => {
  const file = join(root, '.inputs')
  expect(isUpToDate(file, 'a')).toBe(false)
  writeFileSync(file, 'a')
  expect(isUpToDate(file, 'b')).toBe(false)
  expect(isUpToDate(file, 'a')).toBe(true)
})
