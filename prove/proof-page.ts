import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { dirname, join } from 'node:path'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { findPostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import type { Options } from './options.ts'
import type { Row } from './report.ts'

/** A page of docs/proof that a command writes. */
export type ProofPage = {
  file: string
  /** What stands above the table. */
  head: string
}

const PROOFS = 'docs/proof'

const COLUMNS = `| Part | Database | Tries | Figures | Deviations | Run |
|---|---|---|---|---|---|
`

/** Writes the rows of a full run to the page; rows of parts that did not run now stay. */
export function writeProof(
  page: ProofPage,
  rows: Row[],
  { seed, isShort }: Pick<Options, 'seed' | 'isShort'>,
  root = join(import.meta.dirname, '..'),
): void {
  if (isShort) return
  const run = [
    runOf(),
    `seed ${seed}`,
    ...(rows.some(({ database }) => database === 'postgresql') ? postgresqlVersion() : []),
    `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()}`,
  ]
  const file = join(root, page.file)
  const earlier = existsSync(file) ? readFileSync(file, 'utf8') : ''
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, mergeProof(page, earlier, rows, run.join(', ')))
}

/** Returns the page with these rows in place of earlier ones of the same part and database. */
export function mergeProof({ head }: ProofPage, earlier: string, rows: Row[], run: string) {
  const lines = new Map<string, string>()
  const [, table = ''] = earlier.split(COLUMNS)
  for (const line of table.split('\n').filter(Boolean)) lines.set(keyOf(line), line)
  for (const row of rows) {
    const line = lineOf(row, run)
    lines.set(keyOf(line), line)
  }
  return `${head}\n${COLUMNS}${[...lines.values()].join('\n')}\n`
}

/** The version that a run is of, and its day. */
export function runOf(): string {
  return `${shopVersion()}, ${new Date().toISOString().slice(0, 10)}`
}

const RUN = /(?:(\d+\.\d+\.\d+), )?\b\d{4}-\d\d-\d\d\b/g

/** Returns which pages of docs/proof have runs of other versions than this one, with those versions. */
export function outdatedProofs(
  version: string,
  root = join(import.meta.dirname, '..'),
): Record<string, string[]> {
  const outdated: Record<string, string[]> = {}
  for (const file of readdirSync(join(root, PROOFS)).sort()) {
    if (file === 'README.md') continue
    const text = readFileSync(join(root, PROOFS, file), 'utf8')
    const versions = new Set(Array.from(text.matchAll(RUN), ([, of = 'no version']) => of))
    if (versions.size === 0) versions.add('no version')
    versions.delete(version)
    if (versions.size > 0) outdated[`${PROOFS}/${file}`] = [...versions]
  }
  return outdated
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

/** "PostgreSQL 15.18", or nothing without a server. */
export function postgresqlVersion(): string[] {
  const bin = findPostgresBinaries()
  if (!bin) return []
  const version = execFileSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' })
  return [version.replace(/^postgres \((\w+)\) ([\d.]+)[\s\S]*/, '$1 $2')]
}
