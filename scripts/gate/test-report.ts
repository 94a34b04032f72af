import { readFileSync } from 'node:fs'
import { relative } from 'node:path'

/** The result of one step. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  /** A line for each failure, or the reason for skipping. */
  notes: string[]
  times: TestTime[]
}

/** How long a test took, in milliseconds. */
export type TestTime = { name: string; ms: number }

const SLOWEST = 5

export type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: {
    name: string
    status: string
    assertionResults: {
      status: string
      fullName: string
      duration?: number | null
      tags?: string[]
    }[]
  }[]
}

/**
 * Counts the tests in a report of Vitest's JSON reporter. A file that failed to load is one failure. Tests
 * with the tag `leftOut` were not asked for, so they do not count as skipped.
 */
export function countVitest(report: VitestReport, leftOut?: string): Outcome {
  const notes = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${file} could not run`]
    return failed.map((test) => `${file}: ${test.fullName}`)
  })
  const notAskedFor = report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status, tags = [] }) => status === 'skipped' && leftOut && tags.includes(leftOut))
  return {
    passed: report.numPassedTests,
    failed: notes.length,
    skipped: report.numPendingTests + report.numTodoTests - notAskedFor.length,
    notes,
    times: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${relative(process.cwd(), name)}: ${fullName}`,
        ms: duration ?? 0,
      })),
    ),
  }
}

type PlaywrightSuite = {
  title: string
  suites?: PlaywrightSuite[]
  specs: {
    title: string
    ok: boolean
    file: string
    tests: { results: { duration: number }[] }[]
  }[]
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
      ...suites
        .flatMap(allSpecs)
        .filter(({ ok }) => !ok)
        .map(({ file, title }) => `${file}: ${title}`),
      ...errors.map(({ message }) => message?.split('\n')[0] ?? 'an error outside of the tests'),
    ],
    times: suites.flatMap(allSpecs).map(({ title, file, tests }) => ({
      name: `${file}: ${title}`,
      ms: Math.max(0, ...tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    })),
  }
}

function allSpecs({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite['specs'] {
  return [...specs, ...suites.flatMap(allSpecs)]
}

/** Reads and counts a report. A runner that failed without a report is one failure. */
export function outcomeOf<Report>(
  file: string,
  exitCode: number,
  count: (report: Report) => Outcome,
): Outcome {
  const failure = { passed: 0, failed: 1, skipped: 0, notes: ['the test runner failed'], times: [] }
  const report = readReport<Report>(file)
  if (!report) return failure
  const outcome = count(report)
  if (exitCode === 0 || outcome.failed > 0) return outcome
  return { ...failure, passed: outcome.passed, skipped: outcome.skipped, times: outcome.times }
}

/** Returns undefined when the report is missing or incomplete, as after a killed run. */
function readReport<Report>(file: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

/** The slowest tests of several steps, the slowest first. */
export function slowestTests(outcomes: Outcome[]): TestTime[] {
  const times = outcomes.flatMap((outcome) => outcome.times)
  return times.sort((a, b) => b.ms - a.ms).slice(0, SLOWEST)
}

/** Returns the last line of the output. */
export function closingLine(outcomes: Outcome[]): string {
  const sum = (key: 'passed' | 'failed' | 'skipped') =>
    outcomes.reduce((total, outcome) => total + outcome[key], 0)
  const skipped = sum('skipped')
  const line = `${sum('passed')} passed, ${sum('failed')} failed`
  return skipped > 0 ? `${line}, ${skipped} skipped` : line
}
