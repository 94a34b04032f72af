import type { Found } from './scenario.ts'

/** What became of one part on one database: what it found, or why it can't run there. */
export type Row = { part: string; database: string } & (
  | (Found & { seconds: number })
  | { notApplicable: string }
)

const MOST_LINES = 20

/** One part in one line, and its first deviations below. */
export function linesOf(row: Row): string[] {
  const title = `${row.database}, ${row.part}`
  if ('notApplicable' in row) return [`${title}: not applicable, ${row.notApplicable}`]
  const { tries, deviations, seconds } = row
  const more = deviations.length - MOST_LINES
  return [
    `${title}: ${tries} tries, ${deviations.length} deviations, ${seconds} s`,
    ...deviations.slice(0, MOST_LINES).map((line) => `  ${line}`),
    ...(more > 0 ? [`  … and ${more} more`] : []),
  ]
}

/** The table at the end. */
export function tableOf(rows: Row[]): object[] {
  return rows.map((row) => {
    const { part, database } = row
    if ('notApplicable' in row) {
      const reason = `not applicable, ${row.notApplicable}`
      return { part, database, tries: '-', counted: reason, deviations: '-', seconds: '-' }
    }
    const { tries, counted, deviations, seconds } = row
    return { part, database, tries, counted, deviations: deviations.length, seconds }
  })
}

/** The last line, and the exit code: 1 with any deviation, and when nothing was tried at all. */
export function conclude(rows: Row[]): { line: string; exitCode: 0 | 1 } {
  const carriedOut = rows.flatMap((row) => ('notApplicable' in row ? [] : row))
  const tries = carriedOut.reduce((sum, row) => sum + row.tries, 0)
  const deviations = carriedOut.reduce((sum, row) => sum + row.deviations.length, 0)
  const left = rows.length - carriedOut.length
  return {
    line: `${carriedOut.length} parts with ${tries} tries, ${left} not applicable: ${deviations} deviations`,
    exitCode: deviations > 0 || tries === 0 ? 1 : 0,
  }
}
