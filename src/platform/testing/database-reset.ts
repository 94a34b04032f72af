import type pg from 'pg'

/** A hash of the schema's objects; it differs after any was created, changed or dropped. */
type Fingerprint = string | undefined

/** Empties a database; returns false if a test changed the schema, so that it must be recreated. */
export type Reset = (client: pg.ClientBase) => Promise<boolean>

/**
 * Returns a function that empties a migrated database, which is much faster than migrating again: it
 * empties the tables, restarts sequences and restores the rows that migrations inserted. With
 * `keepsSimulators`, the simulators' schemas stay, empty.
 */
export async function createReset(
  client: pg.ClientBase,
  { keepsSimulators }: { keepsSimulators: boolean },
): Promise<Reset> {
  // A function keeps its plans from one reset to the next. Triggers would count the restored rows, and foreign keys
  // would fix an order of the tables.
  await client.query(`
    set session_replication_role = replica;
    create function pg_temp.reset() returns void language plpgsql as $reset$
    declare statement text; others text; begin
      ${keepsSimulators ? '' : DROP_SIMULATORS}
      ${EMPTY_TABLES}
      ${(await readInitialRows(client)).join('\n')}
    end $reset$`)
  const known = await takeFingerprint(client)
  return async (client) => {
    await client.query(END_OTHER_CONNECTIONS)
    if ((await takeFingerprint(client)) !== known) return false
    await client.query('select pg_temp.reset()')
    return true
  }
}

const END_OTHER_CONNECTIONS = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and application_name <> current_setting('application_name')`

// Truncating makes new files for a table and its indexes, which takes longer than deleting some rows.
const EMPTY_TABLES = `
  for statement in
    select format(
      case when pg_relation_size(c.oid) > 16 * 8192 then 'truncate %s cascade' else 'delete from %s' end,
      c.oid::regclass
    )
    from pg_class c
    where relkind = 'r' and relname !~ '^kysely_' and pg_relation_size(c.oid) > 0
      and relnamespace::regnamespace::text !~ '^(pg_|information_schema)'
  loop
    execute statement;
  end loop;
  perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;`

/** Drops the schemas of the simulators, which mark the database of a demo. */
const DROP_SIMULATORS = `
  select string_agg(quote_ident(nspname), ', ') into others from pg_namespace
  where nspname !~ '^pg_' and nspname not in ('public', 'information_schema');
  if others is not null then execute 'drop schema ' || others || ' cascade'; end if;`

/** An insert statement for each table with rows from migrations. */
async function readInitialRows(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; columns: string }>(`
    select c.oid::regclass as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class c join pg_attribute on attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely_'
      and pg_relation_size(c.oid) > 0 and attnum > 0 and not attisdropped and attgenerated = ''
    group by c.oid`)
  const statements: string[] = []
  for (const { name, columns } of rows) {
    const result = await client.query<{ rows: string }>(
      `select quote_literal(coalesce(json_agg(t), '[]')::text) as rows from ${name} t`,
    )
    statements.push(`insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${result.rows[0]?.rows});`)
  }
  return statements
}

// Each connection prepares it, because planning it takes long. The columns of indexes change with their index only.
const FINGERPRINT = {
  name: 'fingerprint',
  text: `
    with relation as materialized (
      select * from pg_class where relnamespace = 'public'::regnamespace and relkind <> 't'
    ), part (part) as (
      select hashtext(concat_ws(' ', oid, relname, relkind, reloptions)) from relation
      union all select xmin::text::bigint from pg_attribute
        where attrelid = any(array(select oid from relation where relkind <> 'i'))
      union all select xmin::text::bigint from pg_attrdef where adrelid in (select oid from relation)
      union all select xmin::text::bigint from pg_trigger where tgrelid in (select oid from relation)
      union all select xmin::text::bigint from pg_rewrite where ev_class in (select oid from relation)
      union all select xmin::text::bigint from pg_constraint where connamespace = 'public'::regnamespace
      union all select xmin::text::bigint from pg_proc where pronamespace = 'public'::regnamespace
    )
    select concat_ws(' ', count(*), sum(part)) as fingerprint from part`,
}

async function takeFingerprint(client: pg.ClientBase): Promise<Fingerprint> {
  const { rows } = await client.query<{ fingerprint: string }>(FINGERPRINT)
  return rows[0]?.fingerprint
}
