import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedEnvironments } from '#prove/environment/embedded-environment.ts'
import type { Environments } from '#prove/environment/environment.ts'
import { openPostgresqlEnvironments } from '#prove/environment/postgresql-environment.ts'
import type { Options } from './options.ts'
import { createRandom } from './random.ts'
import { linesOf, type Row } from './report.ts'
import type { Scenario, ScenarioResult } from './scenario.ts'
import { killShops } from './shop.ts'

/**
 * Runs the scenarios on each database of the options and prints a line for each. Leaves no process and
 * no folder behind, also on a signal. Throws when the chosen part does not exist.
 */
export async function runScenarios(
  all: Scenario[],
  options: Options,
  { sideBySide = false } = {},
): Promise<Row[]> {
  if ((options.part ?? 1) > all.length) throw new Error(`There are ${all.length} parts`)
  const scenarios = all.filter((_, index) => !options.part || options.part === index + 1)
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-proof-'))
  // As root, PostgreSQL runs as another user that also needs this folder.
  chmodSync(folder, 0o1777)
  // On exit, when no child process can write to it any more.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const opened: Environments[] = []
  const close = async () => {
    await killShops()
    for (const environments of opened.splice(0)) await environments.close()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(130)))
  }
  const runOn = async (database: Environments['name']) => {
    const open = database === 'embedded' ? openEmbeddedEnvironments : openPostgresqlEnvironments
    const environments = await open(folder)
    opened.push(environments)
    const rows: Row[] = []
    for (const scenario of scenarios) {
      const row = await runScenario(scenario, environments, options)
      for (const line of linesOf(row)) console.log(line)
      rows.push(row)
    }
    return rows
  }
  console.log(`Seed ${options.seed}`)
  try {
    const rows: Row[] = []
    if (sideBySide) rows.push(...(await Promise.all(options.databases.map(runOn))).flat())
    else for (const database of options.databases) rows.push(...(await runOn(database)))
    return rows
  } finally {
    await close()
  }
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
