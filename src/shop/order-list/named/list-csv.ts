import { BYTE_ORDER_MARK, type CsvFormat, csvDollars, csvRows } from '#platform/csv.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import type { ListedProduct } from '#shop/order-list/use-listed-products.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'

/** Returns a list as CSV that spreadsheets open, and that can be pasted or uploaded again. */
export function listCsv(
  lines: OrderLines,
  productOf: (productId: string) => ListedProduct,
  format: CsvFormat = 'comma',
): string {
  const rows = lines.flatMap(({ productId, quantity }) => {
    const product = productOf(productId)
    if (!product) return []
    return [[product.sku, product.name, String(quantity), csvDollars(ownPerPrice(product, quantity), format)]]
  })
  const all = [['SKU', 'Name', 'Quantity', 'Price'], ...rows]
  return BYTE_ORDER_MARK + csvRows(all, format)
}
