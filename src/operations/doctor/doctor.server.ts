import type { Db } from '#platform/database/database.server.ts'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { type DatabaseDeps, examineDatabase } from './check-database.server.ts'
import { examineMachine, type MachineDeps } from './check-machine.server.ts'
import { type Finding, failure } from './finding.ts'

/** Calls back with the shop's database. Throws when it can't be reached, which `explain` puts in words. */
export type WithDb = <Result>(work: (db: Db) => Promise<Result>) => Promise<Result>

/**
 * Reports the version and checks this machine, the database and the services. Read-only. What does not
 * need the database is checked without it too.
 */
export async function examine(
  withDb: WithDb,
  deps: MachineDeps & DatabaseDeps,
  explain: (error: unknown) => string = String,
): Promise<Finding[]> {
  const ofDatabase = withDb((db) => examineDatabase(db, deps)).catch((error: unknown) => [
    { about: 'Database', ...failure(explain(error)) },
  ])
  const version = `${shopVersion()}, Node ${process.versions.node}`
  return [
    { about: 'Version', state: 'ok', lines: [version] },
    ...(await examineMachine(deps)),
    ...(await ofDatabase),
  ]
}

export function isHealthy(findings: Finding[]): boolean {
  return findings.every(({ state }) => state !== 'error')
}

export function report(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const rows = findings.flatMap(({ about, state, lines }) =>
    lines.map((line, index) => {
      const head = index === 0 ? `${state.padEnd(7)}  ${about.padEnd(width)}` : ' '.repeat(width + 9)
      return `${head}  ${line}`
    }),
  )
  return rows.join('\n')
}
