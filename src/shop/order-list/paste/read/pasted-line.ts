import type { Product } from '#shop/catalogue/product.ts'

export type Doubt = {
  why: 'second-number' | 'two-readings' | 'not-understood' | 'unit' | 'struck' | 'two-skus' | 'beside'
  others?: string[]
  question?: string
}

export function doubtText({ why, others = [], question = '' }: Doubt): string {
  const texts: Record<Doubt['why'], string> = {
    'second-number': `It may also be ${others.join(' or ')}.`,
    'two-readings': `It may also be ${others.join(' or ')}.`,
    'not-understood': 'Its quantity is not understood. How many?',
    unit: question,
    struck: 'It may be cancelled, optional or a return. Is it to be ordered?',
    beside: `Its quantity may be the number in the next line, ${others.join(' or ')}.`,
    'two-skus': 'It has the SKUs of several tools. Which one?',
  }
  return texts[why]
}

export type PastedItem = {
  /** Null if none is given, which means the minimum order. */
  quantity: number | null
  /** In upper case; it may be one that no product has. */
  sku: string | null
  /** The words that are neither SKU nor quantity nor price. */
  name: string | null
  /** The products of the catalogue whose SKUs stand in it, the likeliest first. */
  products?: Product[]
  doubt?: Doubt
}

export type Unreadable =
  | 'no-product'
  | 'no-quantity'
  | 'not-whole'
  | 'no-pieces'
  | 'too-many'
  | 'error'
  | 'too-long'
  | 'several-skus'

/** A part of a pasted text as it was written, and its reading. */
export type PastedLine = { text: string; read: PastedItem | { unreadable: Unreadable } }

export const unreadableTexts: Record<Unreadable, string> = {
  'no-product': 'There is no SKU or name in it.',
  'no-quantity': 'No SKU or quantity found.',
  'not-whole': 'The quantity is not a whole number.',
  'no-pieces': 'The quantity is 0.',
  'too-many': 'The quantity is too large.',
  'too-long': 'It is too long for one line of an order.',
  error: 'A cell has an error instead of a value.',
  'several-skus': 'It has several SKUs but one quantity: write one product per line.',
}
