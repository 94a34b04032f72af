import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { closingLine, countPlaywright, countVitest, outcomeOf, slowestTests } from './test-report.ts'

const vitestReport = {
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [
    {
      name: join(process.cwd(), 'src/a.test.ts'),
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds up', duration: 12 },
        { status: 'passed', fullName: 'x' },
      ],
    },
    { name: join(process.cwd(), 'src/b.test.ts'), status: 'failed', assertionResults: [] },
  ],
}

test('counts a failed test and a file that could not run', () => {
  expect(countVitest(vitestReport)).toEqual({
    passed: 3,
    failed: 2,
    skipped: 2,
    notes: ['src/a.test.ts: adds up', 'src/b.test.ts could not run'],
    times: [
      { name: 'src/a.test.ts: adds up', ms: 12 },
      { name: 'src/a.test.ts: x', ms: 0 },
    ],
  })
})

test('does not count tests as skipped that were left out by their tag', () => {
  const assertionResults = [{ status: 'skipped', fullName: 'takes long', tags: ['long'] }]
  const report = {
    ...vitestReport,
    testResults: [{ name: 'a', status: 'passed', assertionResults }],
  }
  expect(countVitest(report, 'long').skipped).toBe(1)
  expect(countVitest(report).skipped).toBe(2)
})

test('counts browser tests in nested suites; a flaky test counts as failed', () => {
  const tests = [{ results: [{ duration: 900 }] }]
  const specs = [{ title: 'buys a tool', ok: false, file: 'buy.e2e.ts', tests }]
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [{ title: 'file', specs: [], suites: [{ title: 'inner', specs }] }],
    errors: [{ message: 'no shop\nat line 1' }],
  }
  expect(countPlaywright(report)).toEqual({
    passed: 5,
    failed: 3,
    skipped: 0,
    notes: ['buy.e2e.ts: buys a tool', 'no shop'],
    times: [{ name: 'buy.e2e.ts: buys a tool', ms: 900 }],
  })
})

test('a runner that fails without a failed test or a report counts as one failure', () => {
  const file = join(tmpdir(), `report-${process.pid}.json`)
  onTestFinished(() => rmSync(file))
  writeFileSync(file, JSON.stringify({ ...vitestReport, testResults: [] }))
  expect(outcomeOf(file, 1, countVitest)).toMatchObject({ passed: 3, failed: 1 })
  writeFileSync(file, '{"numPassedTests":')
  expect(outcomeOf(file, 0, countVitest)).toMatchObject({ passed: 0, failed: 1 })
  expect(outcomeOf(`${file}.absent`, 0, countVitest)).toMatchObject({ passed: 0, failed: 1 })
})

test('the closing line sums up all steps and mentions skipped tests only if any', () => {
  const one = { passed: 2, failed: 0, skipped: 0, notes: [], times: [] }
  expect(closingLine([one, one])).toBe('4 passed, 0 failed')
  expect(closingLine([one, { ...one, failed: 1, skipped: 3 }])).toBe('4 passed, 1 failed, 3 skipped')
})

test('the slowest tests of all steps come first, five at most', () => {
  const step = (...seconds: number[]) => ({
    passed: 0,
    failed: 0,
    skipped: 0,
    notes: [],
    times: seconds.map((ms) => ({ name: `takes ${ms}`, ms })),
  })
  expect(slowestTests([step(3, 9), step(7, 1, 8, 5)]).map(({ ms }) => ms)).toEqual([9, 8, 7, 5, 3])
})
