import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** What one step of the gate found. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** A line for each failure, or for why something was left out. */
  notes: string[]
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: { status: string; fullName: string }[]
  }[]
}

/** Counts a report of Vitest's JSON reporter. A file that did not even load is one failure. */
export function countVitest(report: VitestReport): Outcome {
  const notes = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file} could not run`]
    return failed.map((test) => `${file}: ${test.fullName}`)
  })
  return {
    passed: report.numPassedTests,
    failed: notes.length,
    skipped: report.numPendingTests + report.numTodoTests,
    notes,
  }
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: { title: string; ok: boolean; file: string }[]
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  suites: PlaywrightSuite[]
  errors: { message?: string }[]
}

/** Counts a report of Playwright's JSON reporter. An error outside of the tests is one failure. */
export function countPlaywright({ stats, suites, errors }: PlaywrightReport): Outcome {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    notes: [
      ...suites.flatMap(failedSpecs),
      ...errors.map(({ message }) => message?.split('\n')[0] ?? 'an error outside of the tests'),
    ],
  }
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.filter((spec) => !spec.ok).map((spec) => `${spec.file}: ${spec.title}`)
  return [...own, ...suites.flatMap(failedSpecs)]
}

/** Reads what a runner wrote and counts it; a runner that failed without a word is one failure. */
export function outcomeOf<Report>(
  file: string,
  exitCode: number,
  count: (report: Report) => Outcome,
): Outcome {
  const silent = { passed: 0, failed: 1, skipped: 0, notes: ['the test runner failed'] }
  const report = readReport<Report>(file)
  if (!report) return silent
  const outcome = count(report)
  if (exitCode === 0 || outcome.failed > 0) return outcome
  return { ...silent, passed: outcome.passed, skipped: outcome.skipped }
}

/** A runner that was killed leaves no report, or half of one. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The closing line of the gate. */
export function closingLine(outcomes: Outcome[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
