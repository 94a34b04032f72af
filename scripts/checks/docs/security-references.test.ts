import { expect, test } from 'vitest'
import { securityProblems, securityReferences, securityRows } from './security-references.ts'

const requirements = new Set(['V1.1.1', 'V1.2.1'])
const files: Record<string, string> = {
  'src/a.test.ts': "test('it holds', () => {})\ntest.each([1])('so does %s', () => {})",
  'src/a.ts': 'export const a = 1',
}
const problemsOf = (...lines: string[]) =>
  securityProblems(securityRows(lines.join('\n')), requirements, (file) => files[file])

const good = '| V1.1.1 | decoded once | `src/a.test.ts` “it holds”, “so does %s”; `src/a.ts` |'
const reason = '| V1.2.1 | Not applicable: the shop has no such parser anywhere | |'

test('a requirement is met by tests and files, or has a reason', () => {
  expect(problemsOf(good, reason)).toEqual([])
  expect(securityRows(good).flatMap(securityReferences)).toEqual([
    { file: 'src/a.test.ts', title: 'it holds' },
    { file: 'src/a.test.ts', title: 'so does %s' },
    { file: 'src/a.ts' },
  ])
})

test('a missing, duplicate or unknown requirement is named', () => {
  expect(problemsOf(good)).toEqual(['V1.2.1 is missing'])
  expect(problemsOf(good, good, reason)).toEqual(['V1.1.1 stands twice'])
  expect(problemsOf(good, reason.replace('V1.2.1', 'V1.2.1, V9.9.9'))).toEqual([
    'V9.9.9 is not a requirement',
  ])
})

test('a row may answer several requirements', () => {
  expect(problemsOf(good.replace('V1.1.1', 'V1.1.1, V1.2.1'))).toEqual([])
})

test('a missing file, title or reason is named', () => {
  const withAnswer = (answer: string) => problemsOf(good, `| V1.2.1 | escaped | ${answer} |`)
  expect(withAnswer('`src/b.ts`')).toEqual(['V1.2.1: the file src/b.ts does not exist'])
  expect(withAnswer('`src/a.test.ts` “it hold”')).toEqual(['V1.2.1: src/a.test.ts has no test “it hold”'])
  for (const answer of ['Met.', 'Exception: no.']) {
    expect(withAnswer(answer)).toEqual(['V1.2.1 names neither a file, a test nor a reason'])
  }
})
