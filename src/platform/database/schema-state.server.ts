import { sql } from 'kysely'
import { shopVersion } from '#platform/settings/settings.server.ts'
import { StartupError } from '#platform/startup-error.ts'
import type { Db } from './database.server.ts'

/**
 * How the schema of a database relates to the migrations of this version: it has none, all, some, or
 * one that this version does not know. `version` is the version of the shop that migrated it last, as
 * far as it is recorded.
 */
export type SchemaState = { version?: string | undefined } & (
  | { state: 'none' | 'current' }
  | { state: 'behind'; migration: string }
  | { state: 'foreign'; migration: string; isNewer: boolean }
)

/** Compares the migrations of a database with those of this version, named in their order. */
export async function readSchemaState(db: Db, known: readonly string[]): Promise<SchemaState> {
  const { rows: tables } = await sql<{ exists: boolean; version: string | null }>`
    select found is not null as exists, obj_description(found, 'pg_class') as version
    from to_regclass('kysely_migration') as found`.execute(db)
  if (!tables[0]?.exists) return { state: 'none' }
  const version = tables[0].version ?? undefined
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name collate "C"`.execute(db)
  const last = rows.at(-1)?.name
  if (last === undefined) return { state: 'none', version }
  const unknown = rows.findLast(({ name }) => !known.includes(name))?.name
  if (unknown !== undefined) {
    const isNewer = unknown > (known.at(-1) ?? '')
    return { state: 'foreign', migration: unknown, isNewer, version }
  }
  return rows.length === known.length
    ? { state: 'current', version }
    : { state: 'behind', migration: last, version }
}

/** Records this version as the one that migrated the database last: as the comment of a table. */
export async function recordVersion(db: Db): Promise<void> {
  await sql`comment on table kysely_migration is ${sql.lit(shopVersion())}`.execute(db)
}

/** Says which version a database belongs to, which one this is, and what to do. */
export function foreignSchemaText({
  migration,
  isNewer,
  version,
}: Extract<SchemaState, { state: 'foreign' }>): string {
  const facts = `(its migration ${migration} is unknown here), and this is version ${shopVersion()}`
  return isNewer
    ? `This database belongs to ${version ? `version ${version}` : 'a newer version'} of the shop ${facts}: update the shop to that version, or restore a backup that this version made into an empty database.`
    : `This database belongs to ${version ? `an earlier schema of version ${version}` : 'version 1.0.0 or an unreleased one after it'} ${facts}, which can’t migrate it: run the version that made it, or begin with an empty database (docs/operations/one-machine.md).`
}

/**
 * Throws a StartupError unless the database has the schema of this version, or with `mayBeBehind` one
 * that the next start migrates to it.
 */
export async function requireCurrentSchema(
  db: Db,
  known: readonly string[],
  { mayBeBehind = false } = {},
): Promise<void> {
  const state = await readSchemaState(db, known)
  if (state.state === 'foreign') throw new StartupError(foreignSchemaText(state))
  if (state.state === 'none') {
    throw new StartupError('This database contains no shop yet: start it once with npm start.')
  }
  if (state.state === 'behind' && !mayBeBehind) {
    throw new StartupError(
      `This database has the schema of ${state.version ? `version ${state.version}` : 'an earlier version'} (up to the migration ${state.migration}), and this is version ${shopVersion()}: start the shop once, which migrates it.`,
    )
  }
}
