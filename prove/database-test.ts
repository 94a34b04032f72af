import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { requirePostgresBinaries } from '#platform/testing/postgres-binaries.ts'
import { startPostgres } from '#platform/testing/postgres-server.ts'
import type { Environments } from '#prove/environment/environment.ts'

const VITEST = 'node_modules/.bin/vitest'

/** Runs a database test, larger by these settings, on the server of an environment. Returns whether it passed. */
export async function runDatabaseTest(
  environments: Environments,
  file: string,
  size: Record<string, string>,
): Promise<boolean> {
  // Without a URL the tests start the server that the shop brings.
  const programs = environments.name === 'postgresql' ? requirePostgresBinaries() : undefined
  const server = programs === undefined ? undefined : await startPostgres({ programs, durable: false })
  const run = spawn(VITEST, ['run', '--project', 'database', file], {
    env: { ...process.env, ...size, ...(server && { TEST_DATABASE_URL: server.url }) },
    stdio: 'inherit',
  })
  const [code] = await once(run, 'exit')
  await server?.stop()
  return code === 0
}
