import type { Product } from '#shop/catalogue/product.ts'
import type { Doubt } from './pasted-doubt.ts'

/** The reading of a pasted line: a product and its quantity. */
export type PastedItem = {
  /** Null if none is given, which means the minimum order. */
  quantity: number | null
  /** In upper case; it may be one that no product has. */
  sku: string | null
  /** The words that are neither SKU nor quantity nor price. */
  name: string | null
  /** The products whose SKUs stand in the row of a table, the likeliest first. */
  products?: Product[]
  /** Why the quantity must be confirmed. */
  doubt?: Doubt
}

/** Why a line can't be read. */
export type Unreadable =
  | 'no-product'
  | 'no-quantity'
  | 'not-whole'
  | 'no-pieces'
  | 'too-many'
  | 'error'
  | 'several-skus'

/** A part of a pasted text as it was written, and its reading. */
export type PastedLine = { text: string; read: PastedItem | { unreadable: Unreadable } }

/** The texts for lines that can't be read. */
export const unreadableTexts: Record<Unreadable, string> = {
  'no-product': 'There is no SKU or name in it.',
  'no-quantity': 'There is no SKU and no quantity in it.',
  'not-whole': 'The quantity is not a whole number.',
  'no-pieces': 'The quantity is 0.',
  'too-many': 'The quantity is too large.',
  error: 'A cell has an error instead of a value.',
  'several-skus': 'It has several SKUs but one quantity: write one product per line.',
}
