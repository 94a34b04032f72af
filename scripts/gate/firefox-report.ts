import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'
import { runOf } from '#prove/proof-page.ts'

const PAGE = join(import.meta.dirname, '../../docs/proof/firefox.md')

const HEAD = `# Browser tests in Firefox

Written by \`npm run prove firefox\`, described in [README.md](README.md#browsers). Each row is the latest run of its
file; a file that was not run again keeps its row.

| File | Result | Run |
|---|---|---|
`

type Result = { title: string; status: TestResult['status']; reason?: string | undefined }

/** A Playwright reporter that writes the results of each file to docs/proof/firefox.md as its tests end. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default class FirefoxReport implements Reporter {
  #run = ''
  readonly #files = new Map<string, Result[]>()

  onBegin(): void {
    const firefox = process.env.FIREFOX_PATH ?? 'firefox-esr'
    const version = execFileSync(firefox, ['--version'], { encoding: 'utf8' }).trim()
    this.#run = `${runOf()}, ${version.replace('Mozilla ', '')}`
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status === 'interrupted') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description
    const file = basename(test.location.file, '.e2e.ts')
    const results = [...(this.#files.get(file) ?? []), { title: test.title, status, reason }]
    this.#files.set(file, results)
    // Written at once, so that an interrupted run keeps its results.
    const earlier = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    writeFileSync(PAGE, mergeResults(earlier, file, results, this.#run))
  }
}

/** Returns the page with these results in place of earlier ones of the same file. */
export function mergeResults(earlier: string, file: string, results: Result[], run: string) {
  const rows = new Map<string, string>()
  const [, table = ''] = earlier.split('|---|---|---|\n')
  for (const row of table.split('\n').filter(Boolean)) rows.set(fileOf(row), row)
  const row = `| ${file} | ${summaryOf(results).replaceAll('|', '/')} | ${run} |`
  rows.set(fileOf(row), row)
  return `${HEAD}${[...rows.values()].sort().join('\n')}\n`
}

/** "3 passed; failed: a title; not run: a reason". */
function summaryOf(results: Result[]): string {
  const passed = results.filter(({ status }) => status === 'passed').length
  const others = results
    .filter(({ status }) => status !== 'passed')
    .map(({ title, status, reason }) => (status === 'skipped' ? `not run: ${reason}` : `${status}: ${title}`))
  return [`${passed} passed`, ...new Set(others)].join('; ')
}

function fileOf(row: string): string {
  return row.split(' | ')[0] ?? ''
}
