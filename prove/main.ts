import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { cancelAgainstPay } from './cancel-against-pay.ts'
import { openEmbeddedGrounds } from './embedded-environment.ts'
import type { Grounds } from './environment.ts'
import { followTheModel } from './follow-the-model.ts'
import { killPostgresql } from './kill-postgresql.ts'
import { killTheShop } from './kill-the-shop.ts'
import type { Options } from './options.ts'
import { openPostgresqlGrounds } from './postgresql-environment.ts'
import { raceForTheLastPieces } from './race-for-the-last-pieces.ts'
import { createRandom } from './random.ts'
import { conclude, linesOf, type Row, tableOf } from './report.ts'
import type { Found, Part } from './scenario.ts'
import { killShops } from './shop.ts'
import { webhooksGoneWrong } from './webhooks-gone-wrong.ts'

const PARTS = [
  raceForTheLastPieces,
  killTheShop,
  killPostgresql,
  webhooksGoneWrong,
  cancelAgainstPay,
  followTheModel,
]

const folder = mkdtempSync(join(tmpdir(), 'forgewell-proof-'))
// PostgreSQL's own user works in it too, when this one is root.
chmodSync(folder, 0o1777)
// At the very end, when nothing is left that could write into it again.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const opened: Grounds[] = []

/** Runs the proof on each database and prints its table. Gives the exit code. */
export async function prove(options: Options): Promise<number> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }
  console.log(`Seed ${options.seed}`)
  try {
    const rows: Row[] = []
    for (const database of options.databases) rows.push(...(await proveOn(database, options)))
    return report(rows)
  } finally {
    await close()
  }
}

async function proveOn(database: Grounds['name'], options: Options): Promise<Row[]> {
  const parts = PARTS.filter((_, index) => !options.part || options.part === index + 1)
  const grounds = await (database === 'embedded' ? openEmbeddedGrounds : openPostgresqlGrounds)(
    folder,
  )
  if (!('skipped' in grounds)) opened.push(grounds)
  const rows: Row[] = []
  for (const part of parts) {
    const row: Row =
      'skipped' in grounds
        ? { part: part.name, database, notApplicable: grounds.skipped }
        : await carryOut(part, grounds, options)
    for (const line of linesOf(row)) console.log(line)
    rows.push(row)
  }
  return rows
}

async function carryOut(part: Part, grounds: Grounds, { seed, isShort }: Options): Promise<Row> {
  const { name } = part
  const notApplicable = part.notApplicable?.({ grounds, isShort })
  if (notApplicable) return { part: name, database: grounds.name, notApplicable }
  const startedAt = performance.now()
  const random = createRandom(`${seed} ${name}`)
  const found = await part.run({ grounds, random, isShort }).catch(brokenOff)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { part: name, database: grounds.name, seconds, ...found }
}

function brokenOff(error: unknown): Found {
  const reason = error instanceof Error ? error.message : String(error)
  return { tries: 0, counted: 'broken off', deviations: [`broken off: ${reason}`] }
}

function report(rows: Row[]): number {
  console.table(tableOf(rows))
  const { line, exitCode } = conclude(rows)
  console.log(line)
  return exitCode
}

async function close(): Promise<void> {
  await killShops()
  for (const grounds of opened.splice(0)) await grounds.close()
}
