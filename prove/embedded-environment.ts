import { execFileSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import {
  AUTH_SECRET,
  type Environment,
  type Environments,
  makeDataDir,
  type NewEnvironment,
  SETTINGS,
} from './environment.ts'
import { seed } from './seed.ts'

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
    }
  }
  return { name: 'embedded', open, close: async () => {} }
}
