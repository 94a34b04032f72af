import { type RawBuilder, type SqlBool, sql } from 'kysely'

// A word; the group matches only the last word of a run without spaces, such as `anna@example.com`.
const WORD = /([\p{L}\p{N}\p{M}]+)(?!\S*[\p{L}\p{N}])|[\p{L}\p{N}\p{M}]+/gu

/**
 * Returns a tsquery that requires all words of `search`. Words match as prefixes; with
 * `prefixes: 'last'`, only the last word of a run such as an e-mail address does.
 */
export function wordQuery(search: string, prefixes: 'all' | 'last' = 'all'): string {
  return [...search.toLowerCase().matchAll(WORD)]
    .map(([word, last]) => (last || prefixes === 'all' ? `${word}:*` : word))
    .join(' & ')
}

/** The condition that `words`, a `tsvector`, matches the tsquery `query`. */
export function hasWords(words: RawBuilder<unknown>, query: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`${words} @@ to_tsquery('simple', ${query})`
}

/** Returns a search as a text for LIKE, in lower case, without its wildcards. */
export function likeText(search: string): string {
  return search
    .trim()
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
}
