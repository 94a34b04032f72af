import { createReadStream, statSync } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import { listTables } from './database-tables.server.ts'
import type { DumpedDatabase, Progress } from './dump-database.server.ts'

/**
 * Fills a database that is migrated to the backup's version and has no other data, in one transaction.
 * Triggers do not run, because the backup contains derived data too. Throws a StartupError when the
 * database has other tables than the backup.
 */
export async function loadDatabase(
  databaseUrl: string,
  folder: string,
  { tables, sequences }: Pick<DumpedDatabase, 'tables' | 'sequences'>,
  onProgress: Progress = () => {},
): Promise<void> {
  const sizes = tables.map(({ file }) => statSync(join(folder, file)).size)
  const total = sizes.reduce((sum, bytes) => sum + bytes, 1)
  let loaded = 0
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local statement_timeout = 0')
    await requireSameTables(client, tables)
    const names = tables.map(({ name }) => name)
    for (const name of names) await client.query(`alter table ${name} disable trigger user`)
    // Migrations insert rows; the backup has their current values.
    await client.query(`truncate ${names.join(', ')}`)
    for (const { name, columns, file, rows } of tables) {
      const into = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
      const count = new Transform({
        transform: (chunk, _, passOn) => {
          loaded += chunk.length
          onProgress(loaded / total)
          passOn(null, chunk)
        },
      })
      await pipeline(createReadStream(join(folder, file)), count, into)
      if (into.rowCount !== rows) {
        throw new StartupError(`${file} has ${into.rowCount} rows instead of ${rows}.`)
      }
    }
    for (const name of names) await client.query(`alter table ${name} enable trigger user`)
    for (const [name, last] of Object.entries(sequences)) {
      await client.query('select setval($1::regclass, $2::bigint)', [name, last])
    }
    await client.query('commit')
    await client.query('analyze')
  } finally {
    await client.end()
  }
}

async function requireSameTables(client: pg.Client, tables: DumpedDatabase['tables']) {
  const describe = ({ name, columns }: { name: string; columns: string[] }) =>
    `${name} (${columns.join(', ')})`
  const expected = new Set(tables.map(describe))
  const present = new Set((await listTables(client)).map(describe))
  const different =
    [...expected].find((table) => !present.has(table)) ?? [...present].find((table) => !expected.has(table))
  if (!different) return
  throw new StartupError(
    `The backup was made by another version of the shop than this one, ${shopVersion()}: ${different} is only ${expected.has(different) ? 'in the backup' : 'in this version'}. Restore it with the version that made it (docs/operations/one-machine.md).`,
  )
}
