import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openPostgresqlEnvironments } from '#prove/environment/postgresql-environment.ts'
import type { Options } from '#prove/options.ts'
import { writeProof } from '#prove/proof-page.ts'
import { createRandom } from '#prove/random.ts'
import { conclude, linesOf, type Row, tableOf } from '#prove/report.ts'
import type { ScenarioResult } from '#prove/scenario.ts'
import { fetchDebianPrograms, whyNoDebianPrograms } from './debian-programs.ts'
import { patroniFailover } from './patroni-failover.ts'
import { pgbouncer } from './pgbouncer.ts'
import { rollingRestart } from './rolling-restart.ts'
import { createServices, type Services } from './services.ts'
import { killGroups } from './shop-group.ts'
import type { Ground, TopologyScenario } from './topology.ts'
import { topologyPage } from './topology-page.ts'
import { twoProcesses } from './two-processes.ts'

const SCENARIOS: TopologyScenario[] = [twoProcesses, rollingRestart, pgbouncer, patroniFailover]
/** A scenario that takes longer hangs. */
const LIMIT_MS = 8 * 60_000

const folder = mkdtempSync(join(tmpdir(), 'forgewell-topology-'))
// The services run as another user.
chmodSync(folder, 0o755)
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const opened: (() => Promise<unknown>)[] = [killGroups]

/** Runs the scenarios on deployments of several processes and prints the table. Returns the exit code. */
export async function proveTopology(options: Options): Promise<number> {
  const refusal = whyNoDebianPrograms()
  if (refusal) {
    console.error(`The proof of topologies can’t run here: ${refusal}.`)
    return 1
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void closeAll().finally(() => process.exit(130)))
  }
  if ((options.part ?? 1) > SCENARIOS.length) {
    console.error(`There are ${SCENARIOS.length} parts`)
    return 1
  }
  console.log(`Seed ${options.seed}`)
  try {
    const rows = await runAll(options)
    console.table(tableOf(rows))
    const { line, exitCode } = conclude(rows)
    console.log(line)
    writeProof(topologyPage(), rows, options)
    return exitCode
  } finally {
    await closeAll()
  }
}

async function runAll(options: Options): Promise<Row[]> {
  const programs = fetchDebianPrograms(folder)
  const environments = await openPostgresqlEnvironments(folder)
  opened.push(environments.close)
  let count = 0
  const services = (): Services => {
    count += 1
    const own = mkdtempSync(join(folder, `services-${count}-`))
    chmodSync(own, 0o755)
    const created = createServices(own, programs)
    opened.push(created.stopAll)
    return created
  }
  const rows: Row[] = []
  for (const [index, scenario] of SCENARIOS.entries()) {
    if (options.part && options.part !== index + 1) continue
    const ground: Ground = {
      server: environments.server,
      open: environments.open,
      services,
      random: createRandom(`${options.seed} ${scenario.name}`),
      isShort: options.isShort,
    }
    const row = await runScenario(scenario, ground)
    for (const line of linesOf(row)) console.log(line)
    rows.push(row)
  }
  return rows
}

async function runScenario({ name, run }: TopologyScenario, ground: Ground): Promise<Row> {
  const startedAt = performance.now()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error('took more than 8 minutes')), LIMIT_MS)
  const result = await Promise.race([run(ground), late.promise]).catch(aborted)
  clearTimeout(timer)
  const seconds = Math.round((performance.now() - startedAt) / 100) / 10
  return { scenario: name, database: 'postgresql', seconds, ...result }
}

function aborted(error: unknown): ScenarioResult {
  const reason = error instanceof Error ? error.message : String(error)
  return { tries: 0, counted: 'aborted', deviations: [`aborted: ${reason}`] }
}

async function closeAll(): Promise<void> {
  for (const close of opened.splice(0)) await close().catch(() => {})
}
