import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type { Options } from '#prove/options.ts'
import type { Row } from '#prove/report.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Writes docs/proof/topology.md: what was tried, on which machine, with what result. */
export function writeTopologyPage(rows: Row[], { seed, isShort }: Options): void {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const debian = readFileSync('/etc/debian_version', 'utf8').trim()
  const packages = ['nginx', 'haproxy', 'pgbouncer', 'patroni', 'etcd-server'].map(versionOf)
  const lines = rows.map((row) => {
    if ('notApplicable' in row) return `| ${row.scenario} | | ${row.notApplicable} | | |`
    const { scenario, tries, counted, deviations, seconds } = row
    return `| ${scenario} | ${tries} | ${counted} | ${deviations.length} | ${seconds} |`
  })
  const page = `# Proof: many processes and machines

Written by \`npm run prove:topology${isShort ? ' -- --short' : ''}\` on ${new Date().toISOString().slice(0, 10)}, seed ${seed}. Shop ${version}, Node ${process.versions.node},
Debian ${debian} with ${packages.join(', ')}; ${cpus().length} processors, ${Math.round(totalmem() / 2 ** 30)} GB of memory, all on one machine.

A deviation is an order that was acknowledged and is lost, doubled or not as reported, a charged buyer without a paid order, a
violated invariant, or what the scenario names. \`docs/many-machines.md\` describes these deployments.

| Scenario | Tries | Counted | Deviations | Seconds |
|---|---|---|---|---|
${lines.join('\n')}
`
  mkdirSync(join(ROOT, 'docs/proof'), { recursive: true })
  writeFileSync(join(ROOT, 'docs/proof/topology.md'), page)
}

function versionOf(name: string): string {
  const policy = execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' })
  return `${name} ${/Candidate: (\S+)/.exec(policy)?.[1] ?? 'unknown'}`
}
