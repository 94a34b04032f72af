import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { mergeProof, outdatedProofs, writeProof } from './proof-page.ts'

const page = {
  file: 'docs/proof/example.md',
  head: '# Example\n',
}
const row = (scenario: string, tries: number, deviations: string[] = []) => ({
  scenario,
  database: 'embedded',
  tries,
  counted: 'counted',
  deviations,
  seconds: 1,
})

test('a new run replaces the rows of its parts and keeps the others', () => {
  const first = mergeProof(page, '', [row('one', 1), row('two', 2)], 'today')
  const second = mergeProof(page, first, [row('two', 3, ['a|b\nc'])], 'tomorrow')
  expect(second).toBe(`# Example

| Part | Database | Tries | Figures | Deviations | Run |
|---|---|---|---|---|---|
| one | embedded | 1 | counted; 1 s | 0 | today |
| two | embedded | 3 | counted; 1 s | 1: a b c | tomorrow |
`)
})

test('a row shows why its part does not apply, and how many deviations there are', () => {
  const slow = { scenario: 'slow', database: 'embedded', notApplicable: 'no connections' }
  const merged = mergeProof(page, '', [slow, row('lost', 4, ['order 1', 'order 2'])], 'now')
  expect(merged).toContain('| slow | embedded | – | not applicable: no connections | – |')
  expect(merged).toContain('| lost | embedded | 4 | counted; 1 s | 2: order 1 | now |')
})

test('rows of two databases stand beside each other', () => {
  const onServer = { ...row('disk', 4), database: 'postgresql' }
  const earlier = mergeProof(page, '', [row('disk', 4), onServer], 'yesterday')
  expect(mergeProof(page, earlier, [row('disk', 5)], 'today').match(/^\| disk \|.*$/gm)).toEqual([
    '| disk | embedded | 5 | counted; 1 s | 0 | today |',
    '| disk | postgresql | 4 | counted; 1 s | 0 | yesterday |',
  ])
})

test('only a full run is written', () => {
  const root = mkdtempSync(join(tmpdir(), 'forgewell-proof-page-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const file = join(root, page.file)
  writeProof(page, [row('one', 1)], { seed: '7', isShort: true }, root)
  expect(existsSync(file)).toBe(false)
  writeProof(page, [row('one', 1)], { seed: '7', isShort: false }, root)
  writeProof(page, [row('one', 2)], { seed: '8', isShort: true }, root)
  expect(readFileSync(file, 'utf8')).toMatch(/\| one \| embedded \| 1 \|.*seed 7/)
})

test('each page of docs/proof says of which version its runs are', () => {
  const versions = Object.values(outdatedProofs('none')).flat()
  expect(versions).not.toHaveLength(0)
  expect(versions).not.toContain('no version')
})
