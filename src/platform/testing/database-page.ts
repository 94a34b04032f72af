import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'

type Part = { kind: string; name: string; why: string; columns: Map<string, string> }
/** A database object: `of` is its table, `definition` is PostgreSQL's description. */
type Entry = { kind: string; of: string; name: string; definition: string }

const root = join(import.meta.dirname, '../../..')
const CREATE = /^((?:--.*\n)*)create (?:unique |constraint )?(table|function|trigger|index) (\w+)/gm
const COLUMN = /^((?: {2}--.*\n)+) {2}"?(\w+)/gm

/** Describes the migrated schema as Markdown, with the comments of the files that create its parts. */
export async function describeDatabase(db: Db): Promise<string> {
  const entries = (await catalog.execute(db)).rows
  const files = globSync(['db/schema/*.sql', 'db/migrations/*.sql'], { cwd: root }).sort()
  const contents = files.map((file) => {
    return { file, parts: partsOf(readFileSync(join(root, file), 'utf8')) }
  })
  const all = contents.flatMap(({ parts }) => parts)
  const whys = new Map(all.map(({ kind, name, why }) => [`${kind} ${name}`, why]))
  const list = (title: string, kind: string, table: string) => {
    const found = entries.filter((entry) => entry.kind === kind && entry.of === table)
    const lines = found.map(({ name, definition }) => {
      const why = whys.get(`${kind} ${name}`)
      return `- \`${name}\`: \`${definition}\`${why ? `. ${why}` : ''}`
    })
    return lines.length > 0 ? [`${title}:`, '', ...lines, ''] : []
  }
  const sections = contents.map(({ file, parts }) => {
    const tables = parts.filter(({ kind }) => kind === 'table')
    const functions = parts.filter(({ kind }) => kind === 'function')
    return [
      `## ${basename(file, '.sql').replace(/^\d+-/, '')}`,
      '',
      `Created by \`${file}\`.`,
      '',
      ...tables.flatMap(({ name, why, columns }) => [
        ...[`### ${name}`, '', why, '', '| Column | Type | Note |', '|---|---|---|'],
        ...entries
          .filter((entry) => entry.kind === 'column' && entry.of === name)
          .map((column) => columnRow(column, columns)),
        '',
        ...list('Constraints', 'constraint', name),
        ...list('Indexes', 'index', name),
        ...list('Triggers', 'trigger', name),
      ]),
      ...(functions.length > 0 ? ['### Functions', ''] : []),
      ...functions.flatMap(({ name, why }) =>
        entries
          .filter((entry) => entry.kind === 'function' && entry.name === name)
          .map(({ definition }) => `- \`${name}${definition}\`: ${why}`),
      ),
    ]
      .join('\n')
      .trimEnd()
  })
  return `${[INTRODUCTION, ...sections].join('\n\n')}\n`
}

const INTRODUCTION = `# The database

Generated from the migrated schema and the comments of its files by
\`npx vitest run --project database database-page -u\`.`

function columnRow({ name, definition }: Entry, notes: Map<string, string>): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  return `| \`${name}\` | \`${cell(definition)}\` | ${cell(notes.get(name) ?? '')} |`
}

/** Returns the statements and columns of a file, each with the comment before it. */
function partsOf(text: string): Part[] {
  return [...text.matchAll(CREATE)].map(
    ({ 1: comment = '', 2: kind = '', 3: name = '', index }) => {
      const statement = text.slice(index, text.indexOf('\n)', index))
      const columns = [...statement.matchAll(COLUMN)].map(
        ([, note = '', column = '']) => [column, sentence(note)] as const,
      )
      return { kind, name, why: sentence(comment), columns: new Map(columns) }
    },
  )
}

function sentence(comment: string): string {
  return comment
    .replace(/^ *-- ?/gm, '')
    .trim()
    .replace(/\s+/g, ' ')
}

const catalog = sql<Entry>`
  with own as (
    select oid, relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace
  )
  select 'column' as kind, relname as of, attname as name, concat_ws(' ',
    format_type(atttypid, atttypmod), case when attnotnull then 'not null' end,
    case when attidentity <> '' then 'identity' when adbin is null then null
      when attgenerated = '' then 'default' else 'as' end,
    trim(regexp_replace(pg_get_expr(adbin, adrelid, true), '[[:space:]]+', ' ', 'g'))
  ) as definition, attnum as "position"
  from own join pg_attribute on attrelid = own.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = own.oid and adnum = attnum
  union all select 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid, true), 0
  from own join pg_constraint on conrelid = own.oid and contype in ('p', 'u', 'f', 'c')
  union all select 'index', own.relname, index.relname,
    regexp_replace(pg_get_indexdef(indexrelid, 0, true), '^CREATE (UNIQUE )?INDEX [a-z0-9_]+ ON [a-z0-9_.]+ ', '\\1'), 0
  from own join pg_index on indrelid = own.oid join pg_class as index on index.oid = indexrelid
  where not exists (select from pg_constraint where conindid = indexrelid)
  union all select 'trigger', relname, tgname,
    regexp_replace(pg_get_triggerdef(pg_trigger.oid, true), '^CREATE (CONSTRAINT )?TRIGGER [a-z0-9_]+ ', ''), 0
  from own join pg_trigger on tgrelid = own.oid and not tgisinternal
  union all select 'function', '', proname,
    '(' || pg_get_function_identity_arguments(oid) || ') → ' || pg_get_function_result(oid), 0
  from pg_proc where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
  order by kind, of, "position", name`
