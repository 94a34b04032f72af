import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { createDb } from '#platform/database/database.server.ts'
import { migrate } from '#platform/database/migrations.server.ts'

/** Creates the files of a migrated embedded database once; loading them is much faster. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-embedded-'))
  const pglite = await PGlite.create({ dataDir: 'memory://', extensions: { pg_trgm } })
  const pool = new pg.Pool({ ...createPgConfig(pglite), max: 1 })
  await migrate(createDb(pool))
  await pool.end()
  const files = await pglite.dumpDataDir('none')
  await pglite.close()
  writeFileSync(join(folder, 'migrated.tar'), await files.bytes())
  project.provide('testServer', undefined)
  project.provide('embeddedFiles', join(folder, 'migrated.tar'))
  return () => rmSync(folder, { recursive: true })
}
