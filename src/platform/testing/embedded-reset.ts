import type { PGlite } from '@electric-sql/pglite'

/** What each schema consists of: an object made, changed or dropped gives another fingerprint. */
type Fingerprints = Map<string, string>

const OWN = `nspname !~ '^pg_' and nspname <> 'information_schema'`

/**
 * Empties a migrated database without migrating it anew, which costs far more: tables with rows are
 * truncated, sequences start again, and the rows that migrations wrote are put back.
 */
export async function createReset(pglite: PGlite): Promise<() => Promise<boolean>> {
  const initialRows = await readInitialRows(pglite)
  const known = await takeFingerprints(pglite)
  /** False where a test changed what the migrations made: then only a new start helps. */
  return async () => {
    for (const [schema, fingerprint] of await takeFingerprints(pglite)) {
      // Simulators make their own schemas once, and find them there the next time.
      if (!known.has(schema)) known.set(schema, fingerprint)
      if (known.get(schema) !== fingerprint) return false
    }
    await pglite.exec(`
      begin;
      -- Triggers would count the rows that are put back.
      set local session_replication_role = replica;
      do $$ declare tables text; begin
        select string_agg(c.oid::regclass::text, ', ') into tables
        from pg_class c join pg_namespace n on n.oid = relnamespace
        where relkind = 'r' and ${OWN} and relname !~ '^kysely_' and pg_relation_size(c.oid) > 0;
        if tables is not null then execute 'truncate ' || tables || ' cascade'; end if;
        perform setval(format('%I.%I', schemaname, sequencename), start_value, false)
        from pg_sequences;
      end $$;
      ${initialRows.join('; ')};
      commit`)
    return true
  }
}

/** A statement for each table that migrations have written rows into. */
async function readInitialRows(pglite: PGlite): Promise<string[]> {
  const { rows } = await pglite.query<{ name: string; columns: string }>(`
    select c.oid::regclass as name, string_agg(quote_ident(attname), ', ') as columns
    from pg_class c join pg_attribute on attrelid = c.oid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname !~ '^kysely_'
      and pg_relation_size(c.oid) > 0 and attnum > 0 and not attisdropped and attgenerated = ''
    group by c.oid`)
  const statements = rows.map(async ({ name, columns }) => {
    const found = await pglite.query<{ rows: string }>(
      `select quote_literal(coalesce(json_agg(t), '[]')::text) as rows from ${name} t`,
    )
    return `insert into ${name} (${columns}) overriding system value
      select ${columns} from json_populate_recordset(null::${name}, ${found.rows[0]?.rows})`
  })
  return Promise.all(statements)
}

async function takeFingerprints(pglite: PGlite): Promise<Fingerprints> {
  const { rows } = await pglite.query<{ schema: string; fingerprint: string }>(`
    select nspname as schema, md5(string_agg(part, ';' order by part)) as fingerprint
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
    ) parts join pg_namespace on pg_namespace.oid = parts.schema
    where ${OWN}
    group by nspname`)
  return new Map(rows.map(({ schema, fingerprint }) => [schema, fingerprint]))
}
