import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const CREATED = /^(.*)\ncreate (?:or replace )?(?:table|function) (\w+)/gm

test('each table and function of the schema has a comment that says why it exists', () => {
  const files = globSync('db/{schema,migrations}/*.sql', { cwd: root })
  const created = files.flatMap((file) => [
    ...`\n${readFileSync(join(root, file), 'utf8')}`.matchAll(CREATED),
  ])
  expect(created.length).toBeGreaterThan(70)
  const silent = created.filter(([, before]) => !before?.startsWith('--'))
  expect(silent.map(([, , name]) => name)).toEqual([])
})
