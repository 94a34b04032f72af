import { basename } from 'node:path'

/** The first migration: the schema of 2.0.0. */
export const BASELINE = '20261126-2000-baseline'

/**
 * Returns the migrations by name, in their order: the files of db/schema joined by their numbers are
 * the first one, and those of db/migrations follow by their dates. Both map paths to SQL.
 */
export function orderMigrations(
  schema: Record<string, string>,
  later: Record<string, string>,
): Record<string, string> {
  const baseline = byPath(schema).map(([, statements]) => statements)
  const named = byPath(later).map(([path, statements]) => [basename(path, '.sql'), statements])
  return { [BASELINE]: baseline.join('\n'), ...Object.fromEntries(named) }
}

function byPath(files: Record<string, string>): [string, string][] {
  return Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))
}
