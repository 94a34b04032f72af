// Every path and every npm script that the documentation names must exist, and so must every rule of
// docs/product.md that code or documentation cites.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Reference, referencesOf } from './docs-references.ts'
import { citedNumbers, definedNumbers } from './product-references.ts'

const root = join(import.meta.dirname, '..')
const MADE_LATER = ['node_modules', 'build', 'data', 'test-results', 'playwright-report']

const documents = globSync(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'docs/**/*.md'], {
  cwd: root,
})
const paths = globSync(['*', '.ci/*', '*/**'], {
  cwd: root,
  exclude: (name) => [...MADE_LATER, '.git'].includes(name),
})
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const faults = documents.flatMap((document) =>
  referencesOf(
    readFileSync(join(root, document), 'utf8'),
    paths.filter((p) => !p.includes('/')),
  )
    .filter((reference) => !exists(reference, document))
    .map(({ kind, name }) => `${document}: there is no ${kind} ${name}`),
)
const rules = definedNumbers(readFileSync(join(root, 'docs/product.md'), 'utf8'))
const sources = globSync(['{src,db,e2e,prove,scripts,bench}/**/*.{ts,tsx,css,sql}'], {
  cwd: root,
  exclude: ['**/node_modules/**'],
})
for (const source of [...sources, ...documents]) {
  if (source.includes('product-references')) continue
  const cited = citedNumbers(readFileSync(join(root, source), 'utf8'))
  const missing = cited.filter((number) => !rules.has(number))
  faults.push(...missing.map((number) => `${source}: docs/product.md has no ${number}`))
}
if (!documents.includes('README.md')) faults.push('there is no README.md')
console.log(faults.join('\n') || `${documents.length} documents name only what exists`)
if (faults.length > 0) process.exitCode = 1

/** A path may be given from any folder on, as people do: `orders/order.ts`. */
function exists({ kind, name }: Reference, document: string): boolean {
  if (kind === 'script') return name in scripts
  if (kind === 'link') return existsSync(join(root, dirname(document), name))
  const wanted = name.replace(/^#/, 'src/').replace(/\/$/, '')
  if (MADE_LATER.includes(wanted.split('/')[0] ?? '')) return true
  return paths.some((path) => path === wanted || path.endsWith(`/${wanted}`))
}
