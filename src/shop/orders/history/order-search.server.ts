import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'

/**
 * Returns the condition of a word search; null when it contains no words. Of a compound such as an
 * e-mail address only the last word is a prefix search, because those cost more. What looks like an
 * order's number may also be a SKU. The id of a payment finds the orders that it paid.
 */
export function matchesOrder(search: string): RawBuilder<SqlBool> | null {
  const wanted = search.trim()
  if (wanted === '') return null
  if (/^pi_\w+$/.test(wanted)) {
    return sql`exists (
      select from order_line where order_id = orders.id and transaction_id = ${wanted})`
  }
  const words = sql`order_words(searched)`
  const match = hasWords(words, wordQuery(search, 'last'))
  const isOrderNumber = /^fw-\d+$/i.test(wanted)
  return isOrderNumber ? sql`(number = ${wanted.toUpperCase()} or ${match})` : match
}

/** How many of the next orders a search scans before it uses the full-text index. */
export const LOOKED_AT = 1_000

/** The most orders that are counted, so that a count never takes longer than the page. */
export function mostCounted(match: RawBuilder<SqlBool> | null): number {
  return match === null ? 10_000 : 1_000
}
