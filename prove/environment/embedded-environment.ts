import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { postmasterOf, runningEmbeddedServer } from '#platform/database/embedded/running-server.server.ts'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import { seed } from '#prove/seed.ts'
import { until } from '#prove/waiting.ts'
import {
  AUTH_SECRET,
  type Environment,
  type Environments,
  makeDataDir,
  type NewEnvironment,
  SETTINGS,
} from './environment.ts'

const RESTART_LIMIT_MS = 60_000

/** Environments on the embedded database, with their data in the temporary `folder`. */
export async function openEmbeddedEnvironments(folder: string): Promise<Environments> {
  const template = makeDataDir(folder)
  await withEmbeddedDatabase(template, seed)

  const open = async ({
    empty = false,
    folder: parent = folder,
  }: NewEnvironment = {}): Promise<Environment> => {
    const dataDir = makeDataDir(parent)
    if (empty) rmSync(join(dataDir, 'secrets'), { recursive: true })
    else execFileSync('cp', ['--archive', join(template, 'postgresql'), dataDir])
    return {
      dataDir,
      settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET },
      query: (work) => withEmbeddedDatabase(dataDir, work),
      server: embeddedServer(dataDir),
    }
  }
  return { name: 'embedded', open, close: async () => {} }
}

/** The server of a running shop, which starts it again itself. */
function embeddedServer(dataDir: string): Environment['server'] {
  return {
    kill9: async () => {
      const pid = postmasterOf(join(dataDir, 'postgresql'))
      if (pid) process.kill(pid, 'SIGKILL')
    },
    restart: () =>
      until('the shop has started its server again', RESTART_LIMIT_MS, async () =>
        Boolean(runningEmbeddedServer(dataDir)),
      ),
  }
}
