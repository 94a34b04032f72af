import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ARCHITECTURE, withDiagram } from './import-diagram.ts'
import { IMPORT_GRAPH, importRules, RULES_FILE, TABLE_RULES } from './import-rules.ts'

const FOLDERS = Object.keys(IMPORT_GRAPH)

test('the linter’s rules are those of the graph', () => {
  expect(readFileSync(RULES_FILE, 'utf8')).toBe(importRules(IMPORT_GRAPH))
})

test('the image in docs/architecture.md is that of the graph', () => {
  const page = readFileSync(ARCHITECTURE, 'utf8')
  expect(page).toBe(withDiagram(page, IMPORT_GRAPH, TABLE_RULES))
})

test('the linter refuses exactly the imports that the graph does not have', () => {
  const planted = FOLDERS.flatMap((from) => [
    { path: `src/${from}/from-parent.ts`, specifier: '../x.ts', refused: true },
    { path: `src/${from}/from-root.ts`, specifier: '#app.server.ts', refused: true },
    { path: `src/${from}/from-testing.ts`, specifier: '#platform/testing/x.ts', refused: true },
    ...['react-router', 'react-router/dom'].map((specifier) => ({
      path: `src/${from}/from-${specifier.replace('/', '-')}.ts`,
      specifier,
      refused: from === 'ui',
    })),
    { path: `src/${from}/from-app.test.ts`, specifier: '#app.server.ts', refused: false },
    ...FOLDERS.map((to) => ({
      path: `src/${from}/from-${to.replace('/', '-')}.ts`,
      specifier: `#${to}/x.ts`,
      refused: to !== from && !mayImport(from, to),
    })),
  ])
  const refused = planted.filter((file) => file.refused).map((file) => file.path)
  expect(refusedFiles(planted).sort()).toEqual(refused.sort())
})

function mayImport(from: string, to: string): boolean {
  return IMPORT_GRAPH[from]?.some((name) => to === name || to.startsWith(`${name}/`)) ?? false
}

function refusedFiles(files: { path: string; specifier: string }[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'import-graph-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const config of ['biome.json', 'biome.imports.json']) {
    copyFileSync(config, join(root, config))
  }
  for (const { path, specifier } of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), `export { x } from '${specifier}'\n`)
  }
  const { stdout } = spawnSync(
    join(import.meta.dirname, '../../node_modules/.bin/biome'),
    [
      ...['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false'],
      ...['--reporter=json', '--max-diagnostics=none'],
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  return diagnostics.map(({ location }) => location.path)
}
