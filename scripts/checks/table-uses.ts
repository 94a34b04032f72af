import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const KYSELY = /(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|[jJ]oin|using)\(\s*\[?\s*'(\w+)/g
const SQL = /\b(?:from|join|into|update|truncate)\s+(?:only\s+)?"?([a-z_]+)\b/g
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*(?:\/\/|--).*$/gm
const SQL_FUNCTION = /^create function[\s\S]*?(?:\$\$[\s\S]*?\$\$|;$)/gm
const PARAMETERS = /^create function \w+\(([^()]*)\)/gm
const VARIABLE = /^ {2}\w+ (\w+)(?:\[\])?;$/gm
const TRIGGER = /^create (?:constraint )?trigger[^;]*? on ([a-z_]+)\b/gm

/** A table used by a folder's code, and the files that use it. */
export type TableUse = { folder: string; table: string; files: string[] }

/** Returns all tables of the schema, by their names in code. */
export function readTables(): string[] {
  const types = readFileSync(join(root, 'db/database-tables.ts'), 'utf8')
  const [, body = ''] = types.match(/export interface DB \{([^}]*)\}/) ?? []
  return [...body.matchAll(/(\w+):/g)].map(([, name = '']) => name)
}

/**
 * Returns the tables that each folder under src uses, in Kysely or raw SQL, except in tests, and in the
 * functions and triggers of its files in db/schema. `folders` are those that own tables.
 */
export function findTableUses(tables: string[], folders: string[]): TableUse[] {
  const uses = new Map<string, TableUse>()
  const note = (file: string, folder: string, named: string[]) => {
    for (const table of named) {
      const use = uses.get(`${folder} ${table}`) ?? { folder, table, files: [] }
      use.files.push(file)
      uses.set(`${folder} ${table}`, use)
    }
  }
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.|\/testing\/|database-tables/.test(file)) continue
    const folder = /^src\/(shop\/[^/]+|[^/]+)/.exec(file)?.[1] ?? ''
    note(file, folder, tablesNamedIn(readFileSync(join(root, file), 'utf8'), tables))
  }
  for (const file of globSync('db/schema/*.sql', { cwd: root })) {
    const statements = readFileSync(join(root, file), 'utf8')
    note(file, ownerOf(file, folders), tablesInFunctions(statements, tables))
  }
  return [...uses.values()]
}

/** Returns the folder of a schema file: db/schema/06-search-text.sql belongs to shop/search. */
export function ownerOf(file: string, folders: string[]): string {
  const name = basename(file, '.sql').replace(/^\d+-/, '')
  const owner = folders.find((folder) => `${name}-`.startsWith(`${basename(folder)}-`))
  if (!owner) throw new Error(`${file} is not named after a folder that owns tables`)
  return owner
}

/** Returns the tables that SQL functions read, write or take rows of, and those that have triggers. */
export function tablesInFunctions(statements: string, tables: string[]): string[] {
  const bodies = (statements.replace(COMMENTS, '').match(SQL_FUNCTION) ?? []).join('\n')
  const parameters = [...bodies.matchAll(PARAMETERS)].map(([, list = '']) => list)
  const types = parameters.join(',').match(/\w+(?=\s*(?:,|$))/g) ?? []
  const variables = [...bodies.matchAll(VARIABLE)].map(([, type = '']) => type)
  const byTrigger = [...statements.matchAll(TRIGGER)].map(([, name = '']) => name)
  const others = [...types, ...variables, ...byTrigger].map(camelCase)
  const named = tablesNamedIn(bodies, tables)
  return tables.filter((table) => named.includes(table) || others.includes(table))
}

/** Returns the tables that this code reads or writes. */
export function tablesNamedIn(code: string, tables: string[]): string[] {
  const text = code.replace(COMMENTS, '')
  const byKysely = [...text.matchAll(KYSELY)].map(([, name = '']) => name)
  const bySql = [...text.matchAll(SQL)].map(([, name = '']) => camelCase(name))
  return tables.filter((table) => byKysely.includes(table) || bySql.includes(table))
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
