import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ARCHITECTURE, withDiagram } from './import-diagram.ts'
import {
  findCircles,
  folderOf,
  IMPORT_GRAPH,
  importsIn,
  mayImport,
  readImports,
  TABLE_RULES,
} from './import-graph.ts'

const imports = readImports()
const arrow = ({ from, to }: { from: string; to: string }) => `${from} -> ${to}`

test('no file imports what its folder may not', () => {
  expect(imports.length).toBeGreaterThan(1_000)
  expect(imports.filter((one) => !mayImport(one, IMPORT_GRAPH)).map(arrow)).toEqual([])
})

test('no arrow of the graph is unused', () => {
  const used = new Set(
    imports.map(({ from, to }) => `${folderOf(from, IMPORT_GRAPH)} -> ${folderOf(to, IMPORT_GRAPH)}`),
  )
  const unused = Object.entries(IMPORT_GRAPH).flatMap(([from, names]) =>
    names
      .filter((name) => name !== 'shop')
      .map((to) => arrow({ from, to }))
      .filter((named) => !used.has(named)),
  )
  expect(unused).toEqual([])
})

test('no folder imports another that imports it, but for types', () => {
  const circles = findCircles(readImports({ withTypes: false }))
  expect(circles.map((circle) => circle.join(', '))).toEqual([])
})

test('the user interface knows no router', () => {
  const files = imports.filter(({ from }) => from.startsWith('ui/')).map(({ from }) => from)
  const routed = [...new Set(files)].filter((file) =>
    /from 'react-router/.test(readFileSync(`src/${file}`, 'utf8')),
  )
  expect(routed).toEqual([])
})

test('pages of several nouns are components, styles, images and hooks: rules stand with their noun', () => {
  const shown = /(?<!\.server)\.(tsx|css|avif|webp)$|\/use-[\w-]+\.ts$|\.test\.ts$/
  const cwd = join(import.meta.dirname, '../..')
  const files = globSync('src/shop/{screens,dashboard,order-page}/**/*.*', { cwd })
  expect(files.length).toBeGreaterThan(100)
  const menu = 'src/shop/dashboard/dashboard-menu.ts'
  expect(files.filter((file) => !shown.test(file))).toEqual([menu])
})

test('docs/architecture.md shows the graph', async () => {
  const page = withDiagram(readFileSync(ARCHITECTURE, 'utf8'), IMPORT_GRAPH, TABLE_RULES)
  await expect(page).toMatchFileSnapshot(ARCHITECTURE)
})

const graph = { platform: [], web: ['platform'], 'web/lists': ['platform'], shop: ['web'] }

test.each([
  ["import { x } from '#platform/x.ts'", 'web/a.ts', true],
  ["import './x.css'", 'web/a.ts', true],
  ["export { x } from '#shop/x.ts'", 'web/a.ts', false],
  ["import type { X } from '#platform/x.ts'", 'shop/a.ts', true],
  ["const x = await import('#shop/x.ts')", 'platform/a.ts', false],
  ["import { x } from '#web/x.ts'", 'web/lists/a.ts', false],
  ["import { x } from './lists/x.ts'", 'web/a.ts', false],
  ["import { x } from '#platform/testing/x.ts'", 'shop/a.ts', false],
  ["import { x } from '#shop/x.ts'", 'root.tsx', true],
  ["import { x } from '#server/x.ts'", 'shop/a.ts', false],
])('%s in %s: %s', (code, file, allowed) => {
  expect(importsIn(file, code).map((one) => mayImport(one, graph))).toEqual([allowed])
})

test('folders that import each other are a circle', () => {
  const found = findCircles([
    { from: 'a/x.ts', to: 'a/b/x.ts' },
    { from: 'a/b/x.ts', to: 'c/x.ts' },
    { from: 'c/x.ts', to: 'a/y.ts' },
    { from: 'd/x.ts', to: 'c/x.ts' },
  ])
  expect(found).toEqual([['a', 'a/b', 'c']])
})

test('what runs in worker processes is never loaded by the process that answers requests', () => {
  const root = join(import.meta.dirname, '../..')
  const files = globSync('src/**/*.server.ts', { cwd: root })
  const jobs = files.flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(/module: 'src\/([\w./-]+)',\s+function: '(\w+)'/g),
    ].map(([, module = '', name]) => ({ module, name })),
  )
  expect(jobs.length).toBeGreaterThan(4)
  for (const { module, name } of jobs) {
    const source = readFileSync(join(root, 'src', module), 'utf8')
    expect(source).toMatch(new RegExp(`^export (async )?function\\*? ${name}\\b`, 'm'))
  }
  const next = Map.groupBy(readImports({ withTypes: false }), ({ from }) => from)
  const loaded = new Set(['server/start.server.ts'])
  // A set's loop visits what is added meanwhile.
  for (const file of loaded) for (const { to } of next.get(file) ?? []) loaded.add(to)
  expect(loaded.size).toBeGreaterThan(200)
  expect(jobs.filter(({ module }) => loaded.has(module))).toEqual([])
})
