import { refusalOf } from '#platform/http/api/rest-client.ts'
import { authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import { rowsOf } from '#shop/tables/cells.ts'
import { createFieldFinder } from '#shop/tables/columns/table-fields.ts'
import { findSeparator, HEADING_ROWS } from '#shop/tables/files/find-headings.ts'
import type { ComparedPrices } from './compare-prices.server.ts'
import { priceFields } from './price-file-fields.ts'

const findField = createFieldFinder(priceFields)
const isHeading = (cell: string) => findField(cell) !== undefined

/** Puts headings above rows of a spreadsheet that have none: three columns, or two without the quantity. */
export function withHeadings(text: string): string {
  const separator = findSeparator(text, isHeading)
  const rows = [...rowsOf(text.trimStart().slice(0, 20_000), separator)].slice(0, HEADING_ROWS)
  const first = rows[0]?.cells ?? []
  const isHeaded = rows.some(({ cells }) => cells.some(isHeading)) || !/\d/.test(first.join())
  const columns = [
    ['SKU or category', 'Price'],
    ['SKU or category', 'From', 'Price'],
  ]
  const missing = isHeaded ? undefined : columns.find(({ length }) => length === first.length)
  return missing ? `${missing.join(separator)}\n${text}` : text
}

/** Compares rows of a spreadsheet with a list, as a file of them. */
export async function comparePasted(listId: string, text: string): Promise<ComparedPrices> {
  const body = new FormData()
  body.append('file', new File([withHeadings(text)], 'pasted.txt'))
  body.append('takesStale', 'true')
  const path = `/api/price-lists/${listId}/rows/compare`
  const answer = await authorizedFetch(path, { method: 'POST', body })
  if (!answer.ok) throw await refusalOf(answer)
  return answer.json()
}
