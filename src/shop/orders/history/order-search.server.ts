import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { hasWords, wordQuery } from '#platform/database/word-search.server.ts'
import { ORDER_NUMBER } from '#shop/documents/numbering/number-forms.ts'

/**
 * Returns the condition of a word search; null when it contains no words. Of a compound such as an
 * e-mail address only the last word is a prefix search, because those cost more. A possible order
 * number may also be a SKU. The id of a payment finds the orders that it paid.
 */
export function matchesOrder(search: string): RawBuilder<SqlBool> | null {
  const text = search.trim()
  if (text === '') return null
  const words = sql`text_words(searched)`
  const match = hasWords(words, wordQuery(search, 'last'))
  if (match && LIKE_A_TRANSACTION.test(text)) {
    // Both are rare, and each has an index of its own.
    return sql`id in (
      select order_id from order_line join payment on payment.id = payment_id
      where provider_id = ${text}
      union select id from orders where ${match})`
  }
  const isOrderNumber = ORDER_NUMBER.test(text)
  return isOrderNumber ? sql`(number = ${text.toUpperCase()} or ${match})` : match
}

/** A possible payment id at a card provider: long, with a digit. */
const LIKE_A_TRANSACTION = /^(?=\w*\d)\w{16,255}$/

/** How many of the next orders a search scans before it uses the full-text index. */
export const LOOKED_AT = 1_000

/** The maximum orders that are counted, so that counting never takes longer than the page. */
export function maxCounted(match: RawBuilder<SqlBool> | null): number {
  return match === null ? 10_000 : 1_000
}

/** The name that orders are sorted by, alphabetical in every language, as in its index. */
export const buyerName = sql`(lower(name collate "und-x-icu") collate "und-x-icu")`
