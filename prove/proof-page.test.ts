import { expect, test } from 'vitest'
import { mergeProof } from './proof-page.ts'

const page = { file: 'docs/proof/example.md', head: '# Example\n', foot: '## Below\n\n| a | b |\n' }
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

## Below

| a | b |
`)
})
