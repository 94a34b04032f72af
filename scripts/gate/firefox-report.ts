import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

const PAGE = join(import.meta.dirname, '../../docs/proof/firefox.md')

const HEAD = `# Browser tests in Firefox

Written by \`npm run prove firefox\`, described in [README.md](README.md#browsers). Each row is the latest run of its
test; a test that was not run again keeps its row.

| Test | Result | Run |
|---|---|---|
`

type Result = { title: string; result: string }

/** A Playwright reporter that writes the result of each test to docs/proof/firefox.md as it ends. */
// biome-ignore lint/style/noDefaultExport: Playwright loads a reporter by its default export.
export default class FirefoxReport implements Reporter {
  #run = ''

  onBegin(): void {
    const firefox = process.env.FIREFOX_PATH ?? 'firefox-esr'
    const version = execFileSync(firefox, ['--version'], { encoding: 'utf8' }).trim()
    this.#run = `${new Date().toISOString().slice(0, 10)}, ${version}`
  }

  onTestEnd(test: TestCase, { status }: TestResult): void {
    if (status === 'interrupted') return
    const reason = test.annotations.find(({ type }) => type === 'skip')?.description
    const [, , , ...titles] = test.titlePath()
    const path = [basename(test.location.file, '.e2e.ts'), ...titles].join(' › ')
    // Tags only choose the tests of a command.
    const title = path.replace(/ @\w+$/, '')
    const result = status === 'skipped' ? `not run: ${reason}` : status
    // Written at once, so that an interrupted run keeps its results.
    const earlier = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    writeFileSync(PAGE, mergeResult(earlier, { title, result }, this.#run))
  }
}

/** Returns the page with this result in place of an earlier one of the same test. */
export function mergeResult(earlier: string, { title, result }: Result, run: string): string {
  const rows = new Map<string, string>()
  const [, table = ''] = earlier.split('|---|---|---|\n')
  for (const row of table.split('\n').filter(Boolean)) rows.set(titleOf(row), row)
  const row = `| ${title.replaceAll('|', '/')} | ${result} | ${run} |`
  rows.set(titleOf(row), row)
  return `${HEAD}${[...rows.values()].sort().join('\n')}\n`
}

function titleOf(row: string): string {
  return row.split(' | ')[0] ?? ''
}
