import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LONG_TESTS } from './long-tests.ts'

test.each(LONG_TESTS)('%s, which the quick steps skip, exists', (path) => {
  expect(existsSync(join(import.meta.dirname, '../..', path))).toBe(true)
})
