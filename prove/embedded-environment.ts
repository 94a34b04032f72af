import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { openEmbedded } from '#platform/database/embedded-database.server.ts'
import { AUTH_SECRET, type Ground, type Grounds, makeDataDir, SETTINGS } from './environment.ts'
import { makeFirstData } from './seed.ts'

/** The embedded database; `folder` is temporary and holds everything. */
export async function openEmbeddedGrounds(folder: string): Promise<Grounds> {
  const template = makeDataDir(folder)
  const first = await openEmbedded(template)
  await makeFirstData(first.pool).finally(first.close)

  const open = async (): Promise<Ground> => {
    const dataDir = makeDataDir(folder)
    cpSync(join(template, 'postgresql'), join(dataDir, 'postgresql'), { recursive: true })
    return {
      dataDir,
      settings: { ...SETTINGS, DATA_DIR: dataDir, AUTH_SECRET },
      ask: async (question) => {
        const { pool, close } = await openEmbedded(dataDir)
        return question(pool).finally(close)
      },
    }
  }
  return { name: 'embedded', open, close: async () => {} }
}
