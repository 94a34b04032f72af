import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, cpus, platform, release, totalmem } from 'node:os'
import { join } from 'node:path'

type Cell = string | number
/** One measurement: what each row measured, by column. */
export type Rows = Record<string, Record<string, Cell>>
type Table = { title: string; rows: Rows }

const RESULTS = join(import.meta.dirname, 'results')
const tables: Table[] = []

/** Prints a table, and keeps it for the results file of `npm run bench`. */
export function report(title: string, rows: Rows): void {
  console.log(`\n${title}`)
  console.table(rows)
  tables.push({ title, rows })
}

/** Writes the tables of this run to results/<date>.md, with the machine and the versions. */
export function writeResults(now = new Date()): string {
  const day = now.toISOString().slice(0, 10)
  const head = [
    `# Benchmark of ${day}`,
    '',
    `- Machine: ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GB, ${platform()} ${release()} ${arch()}`,
    `- Node ${process.versions.node}, shop ${execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()}`,
    '',
    'Load generator, shop and database share the processors, so the ratios are more meaningful than the rates.',
  ]
  mkdirSync(RESULTS, { recursive: true })
  const file = join(RESULTS, `${day}.md`)
  writeFileSync(file, `${[...head, ...tables.map(toMarkdown)].join('\n')}\n`)
  return file
}

/** The latest results file before this run, if any. */
export function latestResults(): Table[] {
  const [latest] = listFiles().reverse()
  return latest ? fromMarkdown(readFileSync(join(RESULTS, latest), 'utf8')) : []
}

function listFiles(): string[] {
  try {
    return readdirSync(RESULTS)
      .filter((name) => name.endsWith('.md'))
      .sort()
  } catch {
    return []
  }
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
export function toMarkdown({ title, rows }: Table): string {
  const columns = [...new Set(Object.values(rows).flatMap((cells) => Object.keys(cells)))]
  const line = (cells: Cell[]) => `| ${cells.join(' | ')} |`
  return [
    '',
    `## ${title}`,
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
      return { title, rows: Object.fromEntries(rows) }
    })
}
