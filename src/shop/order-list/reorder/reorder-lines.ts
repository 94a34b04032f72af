import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { type Product, whyNotOrderable } from '#shop/catalogue/product.ts'
import {
  hasRoomFor,
  MAX_LINES,
  type OrderLines,
  quantityOf,
  setLine,
  snapQuantity,
} from '#shop/list-store/order-list.ts'
import type { EarlierLine } from '#shop/list-store/reorder.ts'
import type { NotedLine } from '#shop/order-list/paste/sort-pasted-lines.ts'
import { ownPerPrice } from '#shop/prices/shown/own-price.ts'

export type Reordered = { lines: OrderLines; added: number; differences: NotedLine[] }

/** Adds the lines of earlier orders to the list, at today's prices. `products` are those on sale. */
export function reorderLines(
  earlier: EarlierLine[],
  products: readonly Product[],
  list: OrderLines,
): Reordered {
  const onSale = new Map(products.map((product) => [product._id, product]))
  const result: Reordered = { lines: list, added: 0, differences: [] }
  for (const { productId, productName: text, perPrice, quantity } of earlier) {
    const product = onSale.get(productId)
    const why = whyNotAdded(product, result.lines, productId)
    if (!product || why !== null) {
      result.differences.push({ text, note: why ?? '' })
      continue
    }
    const snapped = snapQuantity(quantityOf(result.lines, productId) + quantity, product)
    result.lines = setLine(result.lines, { productId, quantity: snapped.quantity })
    result.added += 1
    const notes = [priceNote(perPrice, ownPerPrice(product, snapped.quantity)), snapped.note].filter(
      (note) => note !== null,
    )
    if (notes.length > 0) result.differences.push({ text, note: `${notes.join('. ')}.` })
  }
  return result
}

function whyNotAdded(product: Product | undefined, lines: OrderLines, productId: string) {
  if (!product) return 'No longer for sale.'
  if (!hasRoomFor(lines, productId)) return `The list is full: ${MAX_LINES} lines.`
  return whyNotOrderable(product)
}

function priceNote(then: number, now: number): string | null {
  if (dollarsToCents(then) === dollarsToCents(now)) return null
  const dollars = (price: number) => formatDollars(dollarsToCents(price))
  return `The price was ${dollars(then)} and is now ${dollars(now)}`
}
