import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareWithAims } from './aims.ts'
import { committedResults, compareRows, fromMarkdown, toMarkdown } from './report.ts'

const rows = { 'one product': { 'shop / s': 900, ratio: 0.58 }, home: { ratio: 0.8 } }

test('a results file can be read again', () => {
  const [table] = fromMarkdown(`# Benchmark\n${toMarkdown({ title: 'Requests', measured: 'today', rows })}\n`)
  expect(table).toEqual({
    title: 'Requests',
    measured: 'today',
    rows: {
      'one product': { 'shop / s': '900', ratio: '0.58' },
      home: { 'shop / s': '', ratio: '0.8' },
    },
  })
})

test('figures stand beside those of an earlier run', () => {
  expect(compareRows(rows, { home: { ratio: '0.7' } })).toEqual({
    'one product': { 'shop / s': 'new: 900', ratio: 'new: 0.58' },
    home: { ratio: '0.7 → 0.8' },
  })
})

test('figures are compared with the last committed ones, not with later measurements', (context) => {
  if (spawnSync('git', ['--version']).error) context.skip('git is not installed')
  const root = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' })
  const write = (day: string, title: string, ratio: number) =>
    writeFileSync(
      join(root, `bench/results/${day}.md`),
      `# Benchmark\n${toMarkdown({ title, measured: day, rows: { home: { ratio } } })}\n`,
    )
  const commit = () => {
    git('add', '--all')
    const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com']
    git(...author, 'commit', '--quiet', '--allow-empty', '--message', 'Measure')
  }
  git('init', '--quiet')
  commit()
  expect(committedResults(root)).toEqual([])
  mkdirSync(join(root, 'bench/results'), { recursive: true })
  write('2026-11-20', 'Requests', 1)
  write('2026-11-20b', 'Orders', 5)
  write('2026-11-21', 'Requests', 2)
  commit()
  write('2026-11-21', 'Requests', 3)
  write('2026-11-22', 'Requests', 4)
  const ratios = committedResults(root).map(({ title, rows }) => [title, rows.home?.ratio])
  expect(Object.fromEntries(ratios)).toEqual({ Requests: '2', Orders: '5' })
})

test('a report says which aims were met', () => {
  const cells = (rate: string, p99: string) => ({ '/ s': rate, 'p99 ms': p99 })
  const rows = {
    'embedded, spread': cells('900', '101'),
    'PostgreSQL, bare inserts': cells('9', ''),
  }
  expect(compareWithAims([{ title: 'Orders over HTTP', rows }])).toEqual({
    'Orders over HTTP: embedded, spread, / s': { aim: 'at least 800', measured: '900', met: 'yes' },
    'Orders over HTTP: embedded, spread, p99 ms': {
      aim: 'at most 50',
      measured: '101',
      met: 'no',
    },
  })
})
