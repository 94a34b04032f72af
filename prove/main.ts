import type { Options } from './options.ts'
import { printReport } from './report.ts'
import { runScenarios } from './run-scenarios.ts'
import { cancelAgainstPay } from './scenarios/cancel-against-pay.ts'
import { flushedOrders } from './scenarios/flushed-orders.ts'
import { followTheModel } from './scenarios/follow-the-model.ts'
import { killAtLongOrders } from './scenarios/kill-at-long-orders.ts'
import { killPostgresql } from './scenarios/kill-postgresql.ts'
import { killTheFirstStart } from './scenarios/kill-the-first-start.ts'
import { killTheShop } from './scenarios/kill-the-shop.ts'
import { paySeveralOrders } from './scenarios/pay-several-orders.ts'
import { pricesToInvoice } from './scenarios/prices-to-invoice.ts'
import { raceForTheLastPieces } from './scenarios/race-for-the-last-pieces.ts'
import { raceOfLists } from './scenarios/race-of-lists.ts'
import { refundsGoneWrong } from './scenarios/refunds-gone-wrong.ts'
import { restoreABackup } from './scenarios/restore-a-backup.ts'
import { restoreToAMoment } from './scenarios/restore-to-a-moment.ts'
import { shippingUnderKills } from './scenarios/shipping-under-kills.ts'
import { upgradeReleases } from './scenarios/upgrade-releases.ts'
import { webhooksGoneWrong } from './scenarios/webhooks-gone-wrong.ts'

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
  restoreToAMoment,
  flushedOrders,
  killTheFirstStart,
  killAtLongOrders,
  shippingUnderKills,
  refundsGoneWrong,
  upgradeReleases,
  pricesToInvoice,
]

/** Runs the scenarios on each database and prints the table. Returns the exit code. */
export async function prove(options: Options): Promise<number> {
  // Much of a scenario is waiting, for a start or a retry. The long form has the machine for itself.
  return printReport(await runScenarios(SCENARIOS, options, { sideBySide: options.isShort }))
}

/** Upgrades the shops of earlier releases. Returns the exit code. */
export async function proveUpgrade(options: Options): Promise<number> {
  return printReport(await runScenarios([upgradeReleases], options))
}
