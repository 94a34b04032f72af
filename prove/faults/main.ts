import type { Options } from '#prove/options.ts'
import { writeProof } from '#prove/proof-page.ts'
import { printReport } from '#prove/report.ts'
import { runScenarios } from '#prove/run-scenarios.ts'
import { clockJumps } from './clock-jumps.ts'
import { deadMail } from './dead-mail.ts'
import { fullDisk } from './full-disk.ts'
import { halfSentBodies } from './half-sent-bodies.ts'
import { idleConnections } from './idle-connections.ts'
import { overload } from './overload.ts'
import { silentProvider } from './silent-provider.ts'
import { slowDatabase } from './slow-database.ts'
import { terminateUnderLoad } from './terminate-under-load.ts'

const PAGE = {
  file: 'docs/proof/faults.md',
  head: `# Faults

Written by \`npm run prove faults\`, described in [README.md](README.md#faults). Each row is the latest full run of
its part. The load is the machine's average at the end of the run, with the number of processors. Rolling restarts behind nginx and
the failover of a killed primary are in [topology.md](topology.md).
`,
}

const SCENARIOS = [
  fullDisk,
  slowDatabase,
  deadMail,
  silentProvider,
  clockJumps,
  overload,
  idleConnections,
  halfSentBodies,
  terminateUnderLoad,
]

/**
 * Runs the faults on each database, prints the table and, in the full form, writes it to
 * docs/proof/faults.md. Returns the exit code.
 */
export async function proveFaults(options: Options): Promise<number> {
  const rows = await runScenarios(SCENARIOS, options)
  writeProof(PAGE, rows, options)
  return printReport(rows)
}
