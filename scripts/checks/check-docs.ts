// Checks that every path and npm script named in the documentation exists, and every rule of
// docs/product.md cited in code or documentation. Of docs/security, every requirement of the standard must
// have a row, whose tests and files exist.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Reference, referencesOf } from './docs/docs-references.ts'
import { citedNumbers, definedNumbers } from './docs/product-references.ts'
import { securityProblems, securityRows } from './docs/security-references.ts'

const root = join(import.meta.dirname, '../..')
const GENERATED = ['node_modules', 'build', 'data', 'test-results', 'playwright-report']

const documents = globSync(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md', 'docs/**/*.md'], {
  cwd: root,
})
const paths = globSync(['*', '.ci/*', '*/**'], {
  cwd: root,
  exclude: (name) => [...GENERATED, '.git'].includes(name),
})
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

const problems = documents.flatMap((document) =>
  referencesOf(
    readFileSync(join(root, document), 'utf8'),
    paths.filter((p) => !p.includes('/')),
  )
    .filter((reference) => !exists(reference, document))
    .map(({ kind, name }) => `${document}: the ${kind} ${name} does not exist`),
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
  problems.push(...missing.map((number) => `${source}: docs/product.md has no rule ${number}`))
}
const { level1, level2 } = JSON.parse(
  readFileSync(join(root, 'scripts/checks/docs/asvs-requirements.json'), 'utf8'),
) as Record<'level1' | 'level2', string[]>
const requirements = new Set([...level1, ...level2])
const rows = documents
  .filter((document) => document.startsWith('docs/security/'))
  .flatMap((document) => securityRows(readFileSync(join(root, document), 'utf8')))
problems.push(
  ...securityProblems(rows, requirements, (file) =>
    existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined,
  ).map((problem) => `docs/security: ${problem}`),
)
if (!documents.includes('README.md')) problems.push('README.md is missing')
console.log(problems.join('\n') || `${documents.length} documents checked, all references exist`)
if (problems.length > 0) process.exitCode = 1

/** A path may omit its leading folders, such as `orders/order.ts`. */
function exists({ kind, name }: Reference, document: string): boolean {
  if (kind === 'script') return name in scripts
  if (kind === 'link') return existsSync(join(root, dirname(document), name))
  const target = name.replace(/^#/, 'src/').replace(/\/$/, '')
  if (GENERATED.includes(target.split('/')[0] ?? '')) return true
  return paths.some((path) => path === target || path.endsWith(`/${target}`))
}
