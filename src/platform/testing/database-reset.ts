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
  const initialRows = await readInitialRows(client)
  const known = await takeFingerprint(client)
  return async (client) => {
    await client.query(END_OTHER_CONNECTIONS)
    if ((await takeFingerprint(client)) !== known) return false
    await client.query(`
      begin;
      -- Triggers would count the restored rows, and foreign keys would fix an order of the tables. This discards
      -- all plans of the connection.
      set local session_replication_role = replica;
      ${keepsSimulators ? '' : DROP_SIMULATORS};
      ${EMPTY_TABLES};
      ${initialRows.join('; ')};
      commit`)
    return true
  }
}

const END_OTHER_CONNECTIONS = `
  select pg_terminate_backend(pid, 5000) from pg_stat_activity
  where datname = current_database() and application_name <> current_setting('application_name')`

// Truncating makes new files for a table and its indexes, which takes longer than deleting some rows.
const EMPTY_TABLES = `
  do $$ declare statement text; begin
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
    perform setval(format('%I.%I', schemaname, sequencename), start_value, false) from pg_sequences;
  end $$`

/** Drops the schemas of the simulators, which mark the database of a demo. */
const DROP_SIMULATORS = `
  do $$ declare others text; begin
    select string_agg(quote_ident(nspname), ', ') into others from pg_namespace
    where nspname !~ '^pg_' and nspname not in ('public', 'information_schema');
    if others is not null then execute 'drop schema ' || others || ' cascade'; end if;
  end $$`

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
      select ${columns} from json_populate_recordset(null::${name}, ${result.rows[0]?.rows})`)
  }
  return statements
}

// Planning it takes longer than running it, so each connection prepares it.
const FINGERPRINT = {
  name: 'fingerprint',
  text: `
    select md5(string_agg(part, ';' order by part)) as fingerprint
    from (
      select oid as schema, '' as part from pg_namespace
      union all select relnamespace,
        concat_ws(' ', 'relation', oid, relname, relkind, reloptions) from pg_class
      union all select relnamespace, concat_ws(' ', 'column', attrelid, attnum, a.xmin)
        from pg_attribute a join pg_class c on c.oid = attrelid where relkind <> 't'
      union all select relnamespace, concat_ws(' ', 'default', d.oid, d.xmin)
        from pg_attrdef d join pg_class c on c.oid = adrelid
      union all select relnamespace, concat_ws(' ', 'trigger', t.oid, t.xmin)
        from pg_trigger t join pg_class c on c.oid = tgrelid
      union all select relnamespace, concat_ws(' ', 'rule', r.oid, r.xmin)
        from pg_rewrite r join pg_class c on c.oid = ev_class
      union all select connamespace, concat_ws(' ', 'constraint', oid, xmin) from pg_constraint
      union all select pronamespace, concat_ws(' ', 'function', oid, xmin) from pg_proc
    ) parts where schema = 'public'::regnamespace`,
}

async function takeFingerprint(client: pg.ClientBase): Promise<Fingerprint> {
  const { rows } = await client.query<{ fingerprint: string }>(FINGERPRINT)
  return rows[0]?.fingerprint
}
