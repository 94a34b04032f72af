import type { Options } from '#prove/options.ts'
import { printReport } from '#prove/report.ts'
import { runScenarios } from '#prove/run-scenarios.ts'
import { authorizationMatrix } from './authorization-matrix.ts'
import { contractFuzz } from './fuzz/contract-fuzz.ts'
import { headerTable } from './header-table.ts'

const SCENARIOS = [authorizationMatrix, contractFuzz, headerTable]

/** Runs the scenarios on each database and prints the table. Returns the exit code. */
export async function proveSecurity(options: Options): Promise<number> {
  return printReport(await runScenarios(SCENARIOS, options))
}
