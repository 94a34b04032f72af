import type { ScenarioResult } from './scenario.ts'

/** The outcome of one scenario on one database: its result, or why it can't run there. */
export type Row = { scenario: string; database: string } & (
  | (ScenarioResult & { seconds: number })
  | { notApplicable: string }
)

const MAX_LINES = 20

/** Returns a line for the scenario, followed by its first deviations. */
export function linesOf(row: Row): string[] {
  const title = `${row.database}, ${row.scenario}`
  if ('notApplicable' in row) return [`${title}: not applicable, ${row.notApplicable}`]
  const { tries, deviations, seconds } = row
  const more = deviations.length - MAX_LINES
  return [
    `${title}: ${tries} tries, ${deviations.length} deviations, ${seconds} s`,
    ...deviations.slice(0, MAX_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ]
}

/** Returns the rows of the summary table. */
export function tableOf(rows: Row[]): object[] {
  return rows.map((row) => {
    const { scenario, database } = row
    if ('notApplicable' in row) {
      const reason = `not applicable, ${row.notApplicable}`
      return { scenario, database, tries: '-', counted: reason, deviations: '-', seconds: '-' }
    }
    const { tries, counted, deviations, seconds } = row
    return { scenario, database, tries, counted, deviations: deviations.length, seconds }
  })
}

/** Prints the summary table and the closing line. Returns the exit code. */
export function printReport(rows: Row[]): number {
  console.table(tableOf(rows))
  const { line, exitCode } = conclude(rows)
  console.log(line)
  return exitCode
}

/** Returns the closing line and the exit code: 1 with any deviation, or when no scenario ran. */
export function conclude(rows: Row[]): { line: string; exitCode: 0 | 1 } {
  const completed = rows.flatMap((row) => ('notApplicable' in row ? [] : row))
  const tries = completed.reduce((sum, row) => sum + row.tries, 0)
  const deviations = completed.reduce((sum, row) => sum + row.deviations.length, 0)
  const notApplicable = rows.length - completed.length
  return {
    line: `${completed.length} scenarios with ${tries} tries, ${notApplicable} not applicable: ${deviations} deviations`,
    exitCode: deviations > 0 || tries === 0 ? 1 : 0,
  }
}
