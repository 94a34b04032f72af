import { escapeFormula } from '#platform/csv-cell.ts'
import { type CsvFormat, csvDollars, csvSeparators } from '#platform/csv-format.ts'
import type { OrderLines } from '#shop/order-list/store/order-list.ts'
import type { ListedProduct } from '#shop/order-list/use-listed-products.ts'

/** Returns a list as CSV that spreadsheets open, and that can be pasted or uploaded again. */
export function listCsv(
  lines: OrderLines,
  productOf: (productId: string) => ListedProduct,
  format: CsvFormat = 'comma',
): string {
  const rows = lines.flatMap(({ productId, quantity }) => {
    const product = productOf(productId)
    if (!product) return []
    return [[product.sku, product.name, String(quantity), csvDollars(product.perPrice, format)]]
  })
  const all = [['SKU', 'Name', 'Quantity', 'Price'], ...rows]
  // The mark tells spreadsheets that the file is UTF-8.
  return `\ufeff${all.map((row) => row.map(csvCell).join(csvSeparators[format])).join('\r\n')}\r\n`
}

/** A cell that begins like a formula gets an apostrophe, so that no spreadsheet runs it. */
function csvCell(text: string): string {
  const plain = escapeFormula(text)
  return /[",;\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
