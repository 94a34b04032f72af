import { execFileSync } from 'node:child_process'
import type { ProofPage } from '#prove/proof-page.ts'
import { PACKAGES } from './debian-programs.ts'

/** docs/proof/topology.md: what was tried, with which programs. */
export function topologyPage(): ProofPage {
  return {
    file: 'docs/proof/topology.md',
    head: `# Proof: many processes and machines

\`npm run prove topology\` runs these parts and writes this page. \`docs/operations/server.md\` describes the deployments, which use the
files in \`deploy/\` and Debian's ${PACKAGES.map(versionOf).join(', ')}, all on one machine.

A deviation is an order that was acknowledged and is lost, doubled or not as reported, a charged buyer without a paid order, a
violated invariant, or what the part names. No duration is a deviation, except a stop of more than 12 seconds and a
response that is stale for more than 10.
`,
  }
}

function versionOf(name: string): string {
  const policy = execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' })
  return `${name} ${/Candidate: (\S+)/.exec(policy)?.[1] ?? '(unknown version)'}`
}
