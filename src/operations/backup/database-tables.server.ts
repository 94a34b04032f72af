import type pg from 'pg'

export type Table = {
  /** Quoted and with its schema, as in a statement. */
  name: string
  /** Its columns, without those that PostgreSQL computes. */
  columns: string[]
  bytes: number
}

/** Returns all tables with data, each after those that it references. The migrator's own tables are not among them. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { references: string[] }>(`
    select format('%I.%I', nspname, relname) as name, pg_relation_size(c.oid)::float8 as bytes,
      (select array_agg(quote_ident(attname) order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
      array(select format('%I.%I', rn.nspname, r.relname) from pg_constraint
        join pg_class r on r.oid = confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where conrelid = c.oid and contype = 'f' and confrelid <> conrelid) as references
    from pg_class c join pg_namespace n on n.oid = relnamespace
    where relkind = 'r' and relname !~ '^kysely_'
      and nspname !~ '^pg_' and nspname <> 'information_schema'
    order by name`)
  const sorted: Table[] = []
  const waiting = new Map(rows.map((table) => [table.name, table]))
  while (waiting.size > 0) {
    const next = [...waiting.values()].find(({ references }) => !references.some((name) => waiting.has(name)))
    if (!next) throw new Error(`Tables reference each other: ${[...waiting.keys()].join(', ')}`)
    const { name, columns, bytes } = next
    sorted.push({ name, columns, bytes })
    waiting.delete(name)
  }
  return sorted
}

/** The last numbers that the sequences gave, by their quoted names. */
export async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
    from pg_sequences where last_value is not null order by name`)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}
