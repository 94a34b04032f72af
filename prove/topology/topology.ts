import type { PostgresServer } from '#platform/testing/postgres-server.ts'
import type { Environment } from '#prove/environment/environment.ts'
import type { Random } from '#prove/random.ts'
import type { ScenarioResult } from '#prove/scenario.ts'
import type { Services } from './services.ts'

/** The parts of a deployment. */
export type Ground = {
  /** A private PostgreSQL server with full durability. */
  server: PostgresServer
  /** Opens a new database with the seed data on it. */
  open: () => Promise<Environment>
  /** A new folder for the services of one scenario. */
  services: () => Services
  random: Random
  isShort: boolean
}

export type TopologyScenario = {
  name: string
  run: (ground: Ground) => Promise<ScenarioResult>
}
