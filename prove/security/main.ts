import type { Options } from '#prove/options.ts'
import { writeProof } from '#prove/proof-page.ts'
import { printReport } from '#prove/report.ts'
import { runScenarios } from '#prove/run-scenarios.ts'
import { authorizationMatrix } from './authorization-matrix.ts'
import { fullQueues } from './cost/full-queues.ts'
import { largeShop } from './cost/large-shop.ts'
import { requestCost } from './cost/request-cost.ts'
import { contractFuzz } from './fuzz/contract-fuzz.ts'
import { HEADER_TABLE, POLICIES } from './header-rows.ts'
import { headerTable } from './header-table.ts'
import { manyAccounts } from './many-accounts.ts'
import { racesOfIdentity } from './races/races-of-identity.ts'
import { scriptAttacks } from './script-attacks.ts'

const SCENARIOS = [
  authorizationMatrix,
  contractFuzz,
  requestCost,
  fullQueues,
  largeShop,
  scriptAttacks,
  headerTable,
  racesOfIdentity,
  manyAccounts,
]

const HEAD = `# Security

Written by \`npm run prove security\`, described in [README.md](README.md#security). Each row is the latest
full run of its part. The load is the machine's average at the end of the run, with the number of processors.
`

/**
 * Runs the scenarios on each database, prints the table and, in the full form, writes it to
 * docs/proof/security.md. Returns the exit code.
 */
export async function proveSecurity(options: Options): Promise<number> {
  const rows = await runScenarios(SCENARIOS, options)
  const page = { file: 'docs/proof/security.md', head: HEAD, foot: headersChecked() }
  writeProof(page, rows, options)
  return printReport(rows)
}

function headersChecked(): string {
  const [names = '', ...lines] = HEADER_TABLE.trim().split('\n')
  const row = (line: string) =>
    `| ${line
      .split('|')
      .map((cell) => cell.trim())
      .join(' | ')} |`
  const policies = Object.entries(POLICIES).map(
    ([name, policy]) => `- ${name}: \`${policy('FORMS', 'ORIGIN')}\``,
  )
  return [
    '## The headers that are checked',
    '',
    'All responses have `X-Content-Type-Options: nosniff` and `Cross-Origin-Resource-Policy: same-origin`, and behind TLS',
    '`Strict-Transport-Security`. Documents also have `Referrer-Policy`, `Cross-Origin-Opener-Policy` and `Permissions-Policy`.',
    '',
    row(names),
    names.replaceAll(/[^|]+/g, '---').replace(/^/, '|').concat('|'),
    ...lines.map(row),
    '',
    'The policies, with the page’s own hashes, the shop’s origin and the origins of its forms left open:',
    '',
    ...policies.filter((line) => !line.startsWith('- -')),
    '',
  ].join('\n')
}
