import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { findPostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import type { Row } from '#prove/report.ts'

const FILE = join(import.meta.dirname, '../../docs/proof/faults.md')
const HEAD = `# Faults

Written by \`npm run prove:faults\`, described in [operations.md](../operations.md#faults). Each row is the latest full run of
its part. The load is the machine's average at the end of the run, with the number of processors.

| Part | Database | Tries | Figures | Deviations | Run |
|---|---|---|---|---|---|
`

/** Writes the rows to docs/proof/faults.md; rows of parts that did not run now stay. */
export function writeProof(rows: Row[], seed: string): void {
  const run = [
    new Date().toISOString().slice(0, 10),
    `seed ${seed}`,
    `Node ${process.versions.node}`,
    ...postgresqlVersion(rows),
    `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()}`,
  ]
  const earlier = existsSync(FILE) ? readFileSync(FILE, 'utf8') : ''
  mkdirSync(dirname(FILE), { recursive: true })
  writeFileSync(FILE, mergeProof(earlier, rows, run.join(', ')))
}

/** Returns the page with these rows in place of earlier ones of the same part and database. */
export function mergeProof(earlier: string, rows: Row[], run: string): string {
  const lines = new Map<string, string>()
  for (const line of earlier.split('\n').filter((line) => /^\| (?!Part \|)/.test(line))) {
    lines.set(keyOf(line), line)
  }
  for (const row of rows) {
    const line = lineOf(row, run)
    lines.set(keyOf(line), line)
  }
  return `${HEAD}${[...lines.values()].join('\n')}\n`
}

function lineOf(row: Row, run: string): string {
  const cells =
    'notApplicable' in row
      ? ['–', `not applicable: ${row.notApplicable}`, '–']
      : [row.tries, `${row.counted}; ${row.seconds} s`, deviationsOf(row.deviations)]
  return `| ${[row.scenario, row.database, ...cells, run].join(' | ')} |`
}

function deviationsOf(deviations: string[]): string {
  const [first] = deviations
  return first === undefined ? '0' : `${deviations.length}: ${first.replaceAll(/[|\n]/g, ' ')}`
}

function keyOf(line: string): string {
  return line.split(' | ').slice(0, 2).join(' | ')
}

function postgresqlVersion(rows: Row[]): string[] {
  if (!rows.some(({ database }) => database === 'postgresql')) return []
  const bin = findPostgresBinaries()
  if (!bin) return []
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return [`PostgreSQL ${/[\d.]+/.exec(version)?.[0] ?? 'unknown'}`]
}
