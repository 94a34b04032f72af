import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const KYSELY =
  /(?:selectFrom|insertInto|updateTable|deleteFrom|mergeInto|[jJ]oin|using)\(\s*\[?\s*'(\w+)/g
const SQL = /\b(?:from|join|into|update|truncate)\s+(?:only\s+)?"?([a-z_]+)\b/g
const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm

/** A table used by a folder's code, and the files that use it. */
export type TableUse = { folder: string; table: string; files: string[] }

/** Returns all tables of the schema, by their names in code. */
export function readTables(): string[] {
  const types = readFileSync(join(root, 'src/platform/database/database-tables.ts'), 'utf8')
  const [, body = ''] = types.match(/export interface DB \{([^}]*)\}/) ?? []
  return [...body.matchAll(/(\w+):/g)].map(([, name = '']) => name)
}

/** Returns the tables that each folder under src uses, in Kysely or raw SQL, except in tests. */
export function findTableUses(tables: string[]): TableUse[] {
  const uses = new Map<string, TableUse>()
  for (const file of globSync('src/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.|\/testing\/|database-tables/.test(file)) continue
    const folder = /^src\/(shop\/[^/]+|[^/]+)/.exec(file)?.[1] ?? ''
    for (const table of tablesNamedIn(readFileSync(join(root, file), 'utf8'), tables)) {
      const use = uses.get(`${folder} ${table}`) ?? { folder, table, files: [] }
      use.files.push(file)
      uses.set(`${folder} ${table}`, use)
    }
  }
  return [...uses.values()]
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
