import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { compareWithAims } from './aims.ts'

type Cell = string | number
/** One measurement: what each row measured, by column. */
export type Rows = Record<string, Record<string, Cell>>
/** `measured` says when and on what. */
type Table = { title: string; measured: string; rows: Rows }

const RESULTS = join(import.meta.dirname, 'results')
const tables: Table[] = []

/** Prints a table, and keeps it for the results file of `npm run bench`. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  tables.push({ title, measured: conditions(), rows })
}

/** The commit and how busy the machine was: other programs make every figure worse. */
function conditions(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const load = loadavg().map((average) => average.toFixed(1))
  return `shop ${commit}, Node ${process.versions.node}, load of the last 1, 5, 15 minutes ${load.join(', ')}`
}

/** Writes the tables to results/<date>.md. Earlier tables of the day stay, unless measured again. */
export function writeResults(now = new Date()): string {
  const day = now.toISOString().slice(0, 10)
  const head = [
    `# Benchmark of ${day}`,
    '',
    `- Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}`,
    '',
    'Load generator, shop and database share the processors, so the ratios are more meaningful than the rates.',
  ]
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${day}.md`)
  const earlier = existsSync(file) ? fromMarkdown(readFileSync(file, 'utf8')) : []
  const isKept = ({ title }: Table) => !tables.some((table) => table.title === title)
  const all = [...earlier.filter(isKept), ...tables]
  writeFileSync(file, `${[...head, ...all.map(toMarkdown)].join('\n')}\n`)
  return file
}

/** Prints the figures of this run that have a target beside it. */
export function printAims(): void {
  console.log('\nAims')
  console.table(compareWithAims(tables))
}

/**
 * The latest committed results of each table. Those in the folder may be of the change that is being
 * measured.
 */
export function committedResults(root = join(import.meta.dirname, '..')): Table[] {
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { encoding: 'utf8' })
  const files = git('ls-tree', '--name-only', 'HEAD', 'bench/results/').split('\n')
  const latest = new Map<string, Table>()
  for (const file of files.filter((name) => name.endsWith('.md')).sort()) {
    for (const table of fromMarkdown(git('show', `HEAD:${file}`))) latest.set(table.title, table)
  }
  return [...latest.values()]
}

/** Prints each figure of this run beside the same figure of an earlier one. */
export function compareWith(earlier: Table[]): void {
  for (const { title, rows } of tables) {
    const before = earlier.find((table) => table.title === title)?.rows ?? {}
    console.log(`\n${title}, compared`)
    console.table(compareRows(rows, before))
  }
}

/** Each figure as "before → now", where an earlier run has it. */
export function compareRows(rows: Rows, before: Rows): Rows {
  return Object.fromEntries(
    Object.entries(rows).map(([name, cells]) => [
      name,
      Object.fromEntries(
        Object.entries(cells).map(([column, now]) => {
          const then = before[name]?.[column]
          return [column, then === undefined ? `new: ${now}` : `${then} → ${now}`]
        }),
      ),
    ]),
  )
}

/** Formats a table as Markdown under its title. */
export function toMarkdown({ title, measured, rows }: Table): string {
  const columns = [...new Set(Object.values(rows).flatMap((cells) => Object.keys(cells)))]
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return [
    '',
    `## ${title}`,
    '',
    `Measured: ${measured}`,
    '',
    line(['', ...columns]),
    line(['---', ...columns.map(() => '---')]),
    ...Object.entries(rows).map(([name, cells]) =>
      line([name, ...columns.map((column) => cells[column] ?? '')]),
    ),
  ].join('\n')
}

/** Reads the tables of a results file. */
export function fromMarkdown(text: string): Table[] {
  return text
    .split('\n## ')
    .slice(1)
    .map((section) => {
      const [title = '', ...lines] = section.split('\n')
      const [columns = [], , ...body] = lines
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        )
      const rows = body.map(([name = '', ...cells]): [string, Record<string, Cell>] => [
        name,
        Object.fromEntries(cells.map((cell, index) => [columns[index + 1] ?? '', cell])),
      ])
      const measured = lines.find((line) => line.startsWith('Measured: '))?.slice(10) ?? ''
      return { title, measured, rows: Object.fromEntries(rows) }
    })
}
