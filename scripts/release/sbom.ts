import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type Bom,
  countLicenses,
  type LockedPackages,
  licenseProblems,
  shippedBom,
} from './bill-of-materials.ts'

const root = join(import.meta.dirname, '../..')
const FILE = 'build/sbom.cdx.json'

/** Writes the bill of materials, checks licences, and looks up vulnerabilities. Returns the exit code. */
export function runSbom(): number {
  const bom = readShippedBom()
  mkdirSync(join(root, 'build'), { recursive: true })
  writeFileSync(join(root, FILE), `${JSON.stringify(bom, null, 2)}\n`)
  console.log(`${bom.components.length} packages ship, listed in ${FILE} (CycloneDX 1.5)`)
  for (const [license, count] of countLicenses(bom)) console.log(`  ${count} ${license}`)
  const problems = licenseProblems(bom)
  for (const problem of problems) console.error(`Its licence is not allowed: ${problem}`)
  const vulnerable = reportVulnerabilities()
  return problems.length > 0 || vulnerable ? 1 : 0
}

/** Generates the bill from package-lock.json with `npm sbom`; needs neither packages nor a registry. */
export function readShippedBom(): Bom {
  const { stdout, stderr, status } = runNpm('sbom', '--sbom-format', 'cyclonedx')
  if (status !== 0) throw new Error(`npm sbom failed; it needs npm 10 or newer: ${stderr}`)
  const { packages } = readJson('package-lock.json') as { packages: LockedPackages }
  return shippedBom(
    JSON.parse(stdout),
    packages,
    readJson('package.json') as { name: string; version: string },
  )
}

/** Prints the registry's known vulnerabilities; a registry without an audit endpoint is no failure. */
function reportVulnerabilities(): boolean {
  const { stdout } = runNpm('audit', '--omit', 'dev', '--json')
  const { metadata } = parse(stdout)
  if (!metadata?.vulnerabilities) {
    console.log('The registry does not answer npm audit: known vulnerabilities were not checked.')
    return false
  }
  const { high, critical, total } = metadata.vulnerabilities
  console.log(`${total} packages with known vulnerabilities, ${high + critical} of them severe`)
  if (total > 0) console.log('`npm audit --omit dev` lists them.')
  return high + critical > 0
}

type Audit = {
  metadata?: { vulnerabilities?: { high: number; critical: number; total: number } }
}

function parse(text: string): Audit {
  try {
    return JSON.parse(text) as Audit
  } catch {
    return {}
  }
}

function runNpm(...words: string[]) {
  const all = [...words, '--package-lock-only', '--loglevel', 'error']
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20 } as const
  const npm = process.env.npm_execpath
  return npm?.endsWith('.js')
    ? spawnSync(process.execPath, [npm, ...all], options)
    : spawnSync('npm', all, options)
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(root, name), 'utf8'))
}
