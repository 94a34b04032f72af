import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const SLICES = 'accounts blog catalogue dashboard orders payments reviews storefront'.split(' ')
const FOLDERS = ['platform', 'simulators', 'ui', ...SLICES.map((slice) => `shop/${slice}`)]

/** What each folder may import beside itself: the arrows of docs/architecture.md. */
const MAY_IMPORT: Record<string, string[]> = {
  platform: [],
  ui: ['platform'],
  simulators: ['platform'],
  'shop/accounts': ['platform', 'ui'],
  'shop/blog': ['platform', 'ui'],
  'shop/catalogue': ['platform', 'ui', 'shop/accounts'],
  'shop/orders': ['platform', 'ui', 'shop/accounts', 'shop/catalogue'],
  'shop/payments': ['platform', 'ui', 'shop/accounts', 'shop/catalogue', 'shop/orders'],
  'shop/reviews': ['platform', 'ui', 'shop/accounts'],
  'shop/storefront': ['platform', 'ui', ...SLICES.map((slice) => `shop/${slice}`)],
  'shop/dashboard': ['platform', 'ui', ...SLICES.map((slice) => `shop/${slice}`)],
}

test('the linter refuses exactly the imports that the graph does not have', () => {
  const planted = FOLDERS.flatMap((from) => [
    { path: `src/${from}/from-parent.ts`, specifier: '../x.ts', refused: true },
    { path: `src/${from}/from-root.ts`, specifier: '#app.ts', refused: true },
    { path: `src/${from}/from-testing.ts`, specifier: '#platform/testing/x.ts', refused: true },
    { path: `src/${from}/from-app.test.ts`, specifier: '#app.ts', refused: false },
    ...FOLDERS.map((to) => ({
      path: `src/${from}/from-${to.replace('/', '-')}.ts`,
      specifier: `#${to}/x.ts`,
      refused: to !== from && !MAY_IMPORT[from]?.includes(to),
    })),
  ])
  const refused = planted.filter((file) => file.refused).map((file) => file.path)
  expect(refusedFiles(planted).sort()).toEqual(refused.sort())
})

function refusedFiles(files: { path: string; specifier: string }[]): string[] {
  const root = mkdtempSync(join(tmpdir(), 'import-graph-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  copyFileSync('biome.json', join(root, 'biome.json'))
  for (const { path, specifier } of files) {
    mkdirSync(join(root, dirname(path)), { recursive: true })
    writeFileSync(join(root, path), `export { x } from '${specifier}'\n`)
  }
  const { stdout } = spawnSync(
    join(import.meta.dirname, '../node_modules/.bin/biome'),
    [
      ...['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false'],
      ...['--reporter=json', '--max-diagnostics=none'],
    ],
    { cwd: root, encoding: 'utf8' },
  )
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { location: { path: string } }[] }
  return diagnostics.map(({ location }) => location.path)
}
