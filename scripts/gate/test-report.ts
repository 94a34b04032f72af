import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The result of one step. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** A line for each failure, or the reason for skipping. */
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

/** Counts the tests in a report of Vitest's JSON reporter. A file that failed to load is one failure. */
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

/** Counts the tests in a report of Playwright's JSON reporter. An error outside of tests is one failure. */
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

/** Reads and counts a report. A runner that failed without a report is one failure. */
export function outcomeOf<Report>(
  file: string,
  exitCode: number,
  count: (report: Report) => Outcome,
): Outcome {
  const failure = { passed: 0, failed: 1, skipped: 0, notes: ['the test runner failed'] }
  const report = readReport<Report>(file)
  if (!report) return failure
  const outcome = count(report)
  if (exitCode === 0 || outcome.failed > 0) return outcome
  return { ...failure, passed: outcome.passed, skipped: outcome.skipped }
}

/** Returns undefined when the report is missing or incomplete, as after a killed run. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** Returns the last line of the output. */
export function closingLine(outcomes: Outcome[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
