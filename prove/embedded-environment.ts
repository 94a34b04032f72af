import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded-database.server.ts'
import {
  AUTH_SECRET,
  type Environment,
  type Environments,
  makeDataDir,
  type NewEnvironment,
  SETTINGS,
} from './environment.ts'
import { seed } from './seed.ts'

/** Environments on the embedded database, stored in the temporary `folder`. */
export async function openEmbeddedEnvironments(folder: string): Promise<Environments> {
  const template = makeDataDir(folder)
  const database = await openEmbedded(template)
  await seed(database.pool).finally(database.close)

  const open = async ({
    empty = false,
    folder: parent = folder,
  }: NewEnvironment = {}): Promise<Environment> => {
    const dataDir = makeDataDir(parent)
    if (empty) rmSync(join(dataDir, 'secrets'), { recursive: true })
    else cpSync(join(template, 'postgresql'), join(dataDir, 'postgresql'), { recursive: true })
    return {
      dataDir,
      settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET },
      query: async (work) => {
        const { pool, close } = await openEmbedded(dataDir)
        return work(pool).finally(close)
      },
    }
  }
  return { name: 'embedded', open, close: async () => {} }
}
