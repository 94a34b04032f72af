import type { Options } from '#prove/options.ts'
import { printReport } from '#prove/report.ts'
import { runScenarios } from '#prove/run-scenarios.ts'
import { writeProof } from './proof-page.ts'
import { slowDatabase } from './slow-database.ts'
import { terminateUnderLoad } from './terminate-under-load.ts'

const SCENARIOS = [slowDatabase, terminateUnderLoad]

/**
 * Runs the faults on each database, prints the table and, in the full form, writes it to
 * docs/proof/faults.md. Returns the exit code.
 */
export async function proveFaults(options: Options): Promise<number> {
  const rows = await runScenarios(SCENARIOS, options)
  if (!options.isShort) writeProof(rows, options.seed)
  return printReport(rows)
}
