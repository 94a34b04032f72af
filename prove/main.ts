import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelAgainstPay } from './cancel-against-pay.ts'
import { openEmbeddedEnvironments } from './embedded-environment.ts'
import type { Environments } from './environment.ts'
import { followTheModel } from './follow-the-model.ts'
import { killPostgresql } from './kill-postgresql.ts'
import { killTheShop } from './kill-the-shop.ts'
import type { Options } from './options.ts'
import { paySeveralOrders } from './pay-several-orders.ts'
import { openPostgresqlEnvironments } from './postgresql-environment.ts'
import { raceForTheLastPieces } from './race-for-the-last-pieces.ts'
import { raceOfLists } from './race-of-lists.ts'
import { createRandom } from './random.ts'
import { conclude, linesOf, type Row, tableOf } from './report.ts'
import { restoreABackup } from './restore-a-backup.ts'
import type { Scenario, ScenarioResult } from './scenario.ts'
import { killShops } from './shop.ts'
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

const folder = mkdtempSync(join(tmpdir(), 'forgewell-proof-'))
// As root, PostgreSQL runs as another user that also needs this folder.
chmodSync(folder, 0o1777)
// On exit, when no child process can write to it any more.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const opened: Environments[] = []

/** Runs the scenarios on each database and prints the table. Returns the exit code. */
export async function prove(options: Options): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }
  if ((options.part ?? 1) > SCENARIOS.length) {
    console.error(`There are ${SCENARIOS.length} parts`)
    return 1
  }
  console.log(`Seed ${options.seed}`)
  try {
    const rows: Row[] = []
    const work = (database: Environments['name']) => proveOn(database, options)
    // Much of a scenario is waiting, for a start or a retry. The long form fills the machine alone.
    if (options.isShort) rows.push(...(await Promise.all(options.databases.map(work))).flat())
    else for (const database of options.databases) rows.push(...(await work(database)))
    return report(rows)
  } finally {
    await close()
  }
}

async function proveOn(database: Environments['name'], options: Options): Promise<Row[]> {
  const scenarios = SCENARIOS.filter((_, index) => !options.part || options.part === index + 1)
  const open = database === 'embedded' ? openEmbeddedEnvironments : openPostgresqlEnvironments
  const environments = await open(folder)
  if (!('skipped' in environments)) opened.push(environments)
  const rows: Row[] = []
  for (const scenario of scenarios) {
    const row: Row =
      'skipped' in environments
        ? { scenario: scenario.name, database, notApplicable: environments.skipped }
        : await runScenario(scenario, environments, options)
    for (const line of linesOf(row)) console.log(line)
    rows.push(row)
  }
  return rows
}

async function runScenario(
  scenario: Scenario,
  environments: Environments,
  { seed, isShort }: Options,
): Promise<Row> {
  const { name } = scenario
  const notApplicable = scenario.notApplicable?.({ environments, isShort })
  if (notApplicable) return { scenario: name, database: environments.name, notApplicable }
  const startedAt = performance.now()
  const random = createRandom(`${seed} ${name}`)
  const result = await scenario.run({ environments, random, isShort }).catch(aborted)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { scenario: name, database: environments.name, seconds, ...result }
}

function aborted(error: unknown): ScenarioResult {
  const reason = error instanceof Error ? error.message : String(error)
  return { tries: 0, counted: 'aborted', deviations: [`aborted: ${reason}`] }
}

function report(rows: Row[]): number {
  console.table(tableOf(rows))
  const { line, exitCode } = conclude(rows)
  console.log(line)
  return exitCode
}

async function close(): Promise<void> {
  await killShops()
  for (const environments of opened.splice(0)) await environments.close()
}
