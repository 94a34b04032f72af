import { type RawBuilder, type SqlBool, sql } from 'kysely'

// A word, and whether it is the last of its run without blanks: `anna@example.com` is one run.
const WORD = /([\p{L}\p{N}\p{M}]+)(?!\S*[\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/gu

/**
 * A search for words as PostgreSQL's text search reads it: all must be there. Each may be the beginning
 * of a word; with `beginnings: 'last'` only the last of a run such as an e-mail address may.
 */
export function wordQuery(search: string, beginnings: 'all' | 'last' = 'all'): string {
  return [...search.toLowerCase().matchAll(WORD)]
    .map(([word, last]) => (last || beginnings === 'all' ? `${word}:*` : word))
    .join(' & ')
}

/** A condition: `words`, a `tsvector`, has what `query` wants. */
export function hasWords(words: RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${words} @@ to_tsquery('simple', ${query})`
}
