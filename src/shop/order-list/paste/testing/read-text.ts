import { readFileSync } from 'node:fs'
import type { Product } from '#shop/catalogue/product.ts'
import { proposeColumns } from '#shop/order-list/paste/read/order-columns.ts'
import { readOrder, readPasted } from '#shop/order-list/paste/read/parse-pasted-list.ts'

const seed: Product[] = JSON.parse(readFileSync('db/seed/products.json', 'utf8'))

/** The products of the demo catalogue by SKU. */
export const seedProducts = new Map(seed.map((product) => [product.sku, { ...product, _id: product.sku }]))

/** Reads a text with the columns that are proposed, and the questions about them. */
export function readText(text: string, known: ReadonlyMap<string, Product> = seedProducts) {
  const pasted = readPasted(text)
  const columns = pasted.tables.map((table) => proposeColumns(table, (sku) => known.has(sku)))
  const questions = columns.flatMap(({ question }) => question ?? [])
  return { pasted, columns, questions, lines: readOrder(pasted, columns, known) }
}
