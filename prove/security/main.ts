import type { Options } from '#prove/options.ts'
import { writeProof } from '#prove/proof-page.ts'
import { printReport } from '#prove/report.ts'
import { runScenarios } from '#prove/run-scenarios.ts'
import { authorizationMatrix } from './authorization-matrix.ts'
import { fullQueues } from './cost/full-queues.ts'
import { largeShop } from './cost/large-shop.ts'
import { requestCost } from './cost/request-cost.ts'
import { contractFuzz } from './fuzz/contract-fuzz.ts'
import { headerTable } from './header-table.ts'
import { manyAccounts } from './many-accounts.ts'
import { scriptAttacks } from './script-attacks.ts'

const SCENARIOS = [
  authorizationMatrix,
  contractFuzz,
  requestCost,
  fullQueues,
  largeShop,
  scriptAttacks,
  headerTable,
  manyAccounts,
]

const PAGE = {
  file: 'docs/proof/security.md',
  head: `# Security

Written by \`npm run prove security\`, described in [README.md](README.md#security). Each row is the latest
full run of its part. The load is the machine's average at the end of the run, with the number of processors.
\`prove/security/header-rows.ts\` has the headers and policies that are checked.
`,
}

/**
 * Runs the scenarios on each database, prints the table and, in the full form, writes it to
 * docs/proof/security.md. Returns the exit code.
 */
export async function proveSecurity(options: Options): Promise<number> {
  const rows = await runScenarios(SCENARIOS, options)
  writeProof(PAGE, rows, options)
  return printReport(rows)
}
