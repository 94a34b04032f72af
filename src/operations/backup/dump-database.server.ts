import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { listTables, readSequences } from './database-tables.server.ts'

export type DumpedDatabase = {
  postgresql: string
  migration: string
  /** The tables, each after those that it references. */
  tables: { name: string; columns: string[]; file: string; rows: number }[]
  /** The last number of each sequence. */
  sequences: Record<string, string>
}

/** Reports how much is done, from 0 to 1. */
export type Progress = (share: number) => void

/**
 * Writes each table to a file in `folder`, in PostgreSQL's text format, from one snapshot. It blocks no
 * writers, and its memory does not grow with the tables.
 */
export async function dumpDatabase(
  databaseUrl: string,
  folder: string,
  onProgress: Progress = () => {},
): Promise<DumpedDatabase> {
  const client = new pg.Client({ connectionString: databaseUrl, keepAlive: true })
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    const { rows: about } = await client.query<{ version: string; migration: string }>(`
      select current_setting('server_version') as version,
        (select name from kysely_migration order by name desc limit 1) as migration`)
    const listed = await listTables(client)
    const total = listed.reduce((sum, { bytes }) => sum + bytes, 1)
    let dumped = 0
    const tables: DumpedDatabase['tables'] = []
    for (const { name, columns, bytes } of listed) {
      const file = `${name.replaceAll('"', '')}.tsv`
      const from = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      let copied = 0
      const count = new Transform({
        transform: (chunk, _, passOn) => {
          copied += chunk.length
          // The text has about the size of the table, but not exactly.
          onProgress((dumped + Math.min(copied, bytes)) / total)
          passOn(null, chunk)
        },
      })
      await pipeline(from, count, createWriteStream(join(folder, file), { mode: 0o600 }))
      dumped += bytes
      tables.push({ name, columns, file, rows: from.rowCount })
    }
    const [first] = about
    const sequences = await readSequences(client)
    await client.query('commit')
    return {
      postgresql: first?.version ?? '',
      migration: first?.migration ?? '',
      tables,
      sequences,
    }
  } finally {
    await client.end()
  }
}
