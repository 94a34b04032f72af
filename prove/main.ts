import { cancelAgainstPay } from './cancel-against-pay.ts'
import { followTheModel } from './follow-the-model.ts'
import { killPostgresql } from './kill-postgresql.ts'
import { killTheShop } from './kill-the-shop.ts'
import type { Options } from './options.ts'
import { paySeveralOrders } from './pay-several-orders.ts'
import { raceForTheLastPieces } from './race-for-the-last-pieces.ts'
import { raceOfLists } from './race-of-lists.ts'
import { printReport } from './report.ts'
import { restoreABackup } from './restore-a-backup.ts'
import { runScenarios } from './run-scenarios.ts'
import { webhooksGoneWrong } from './webhooks-gone-wrong.ts'

const SCENARIOS = [
  raceForTheLastPieces,
  killTheShop,
  killPostgresql,
  webhooksGoneWrong,
  cancelAgainstPay,
  followTheModel,
  restoreABackup,
  paySeveralOrders,
  raceOfLists,
]

/** Runs the scenarios on each database and prints the table. Returns the exit code. */
export async function prove(options: Options): Promise<number> {
  // Much of a scenario is waiting, for a start or a retry. The long form has the machine for itself.
  return printReport(await runScenarios(SCENARIOS, options, { sideBySide: options.isShort }))
}
