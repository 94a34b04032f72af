import { readNumber } from '#platform/decimal-mark.ts'
import type { Product, ProductMatch } from '#shop/catalogue/product.ts'
import {
  hasRoomFor,
  MAX_LINES,
  type OrderLines,
  quantityOf,
  setLine,
  snapQuantity,
} from '#shop/list-store/order-list.ts'
import {
  type Doubt,
  doubtText,
  type PastedItem,
  type PastedLine,
  unreadableTexts,
} from './read/pasted-line.ts'
import { isInNameOnly, isSimilar, sharesWord } from './read/similar-names.ts'

/** A pasted line to confirm: its product, the most likely candidate first, or its quantity. */
export type UncertainLine = {
  text: string
  /** As parsed; null if it is missing or unreadable. */
  quantity: number | null
  candidates: Product[]
  note?: string
}

export type ChosenLine = { line: UncertainLine; product: Product; quantity: number | null }

export type NotedLine = { text: string; note: string }

export type SortedPaste = {
  lines: OrderLines
  added: number
  /** How many pasted lines were added to a line that was on the list. */
  merged: number
  /** Lines added with a different quantity than written, or without one. */
  changed: NotedLine[]
  uncertain: UncertainLine[]
  unread: NotedLine[]
  skipped: PastedLine[]
}

/** Returns the search of a pasted line; undefined for an unreadable line. */
export function itemOf({ read }: PastedLine): PastedItem | undefined {
  return 'unreadable' in read ? undefined : read
}

/** Adds the certain lines to the list, and sorts the others. `matches` belong to the readable lines, in order. */
export function sortPastedLines(
  pasted: PastedLine[],
  matches: ProductMatch[],
  list: OrderLines,
): SortedPaste {
  const sorted: SortedPaste = {
    lines: list,
    added: 0,
    merged: 0,
    changed: [],
    uncertain: [],
    unread: [],
    skipped: [],
  }
  const rest = [...matches]
  for (const line of pasted) {
    const item = itemOf(line)
    if (item) sortItem(sorted, line, item, rest.shift() ?? notFound)
    else if ('unreadable' in line.read) {
      sorted.unread.push({ text: line.text, note: unreadableTexts[line.read.unreadable] })
    }
  }
  return sorted
}

const notFound: ProductMatch = { product: null, candidates: [], isSkipped: false }

function sortItem(
  sorted: SortedPaste,
  line: PastedLine,
  item: PastedItem,
  { product, candidates: matches, discontinued, isSkipped }: ProductMatch,
): void {
  const { text } = line
  const candidates = matches.filter((candidate) => discontinued || isLikely(item, candidate))
  const { name } = product ?? candidates[0] ?? { name: '' }
  const isName = item.sku === null && isInNameOnly(item.quantity, text, name)
  const quantity = isName ? null : item.quantity
  const doubt: Doubt | undefined = isName ? { why: 'not-understood' } : item.doubt
  if (isSkipped) sorted.skipped.push(line)
  else if (product && !doubt) addPasted(sorted, { text, quantity, product })
  else if (product || candidates.length > 0) {
    const [first = ''] = doubt?.others ?? []
    sorted.uncertain.push({
      text,
      quantity: quantity ?? readNumber(first)?.value ?? null,
      candidates: product ? [product] : candidates,
      note: doubt ? doubtText(doubt) : discontinued && `${discontinued} is no longer made.`,
    })
  } else {
    const note = discontinued ? `${discontinued} is no longer made.` : notFoundText(item)
    sorted.unread.push({ text, note })
  }
}

/** Whether a candidate has a word of the name, or nearly the SKU. */
const isLikely = ({ sku, name, products }: PastedItem, candidate: Product) =>
  products !== undefined ||
  (name !== null && sharesWord(name, candidate.name)) ||
  (sku !== null && isSimilar(sku, candidate.sku)) ||
  (name !== null && isSimilar(name.toUpperCase(), candidate.sku))

/** Adds one product to the list of `sorted`, on top of its current quantity. */
export function addPasted(
  sorted: Pick<SortedPaste, 'lines' | 'added' | 'merged' | 'changed' | 'unread'>,
  { text, quantity, product }: { text: string; quantity: number | null; product: Product },
): void {
  const { _id: productId, minQuantity } = product
  if (!hasRoomFor(sorted.lines, productId)) {
    sorted.unread.push({ text, note: `The list is full: ${MAX_LINES} lines.` })
    return
  }
  const before = quantityOf(sorted.lines, productId)
  const pieces = quantity ?? minQuantity
  const snapped = snapQuantity(before + pieces, product)
  sorted.lines = setLine(sorted.lines, { productId, quantity: snapped.quantity })
  if (before > 0) sorted.merged += 1
  else sorted.added += 1
  const notes = [
    quantity === null && `No quantity given: ${count(pieces)}, the minimum order`,
    before > 0 && `Added to the ${count(before)} already on your list: ${count(before + pieces)}`,
    snapped.note,
  ].filter((note) => typeof note === 'string')
  if (notes.length > 0) sorted.changed.push({ text, note: notes.join('. ') })
}

const count = (pieces: number) => pieces.toLocaleString('en-US')

function notFoundText({ sku, name }: PastedItem): string {
  if (sku === null) return 'No tool has this name.'
  return name === null ? `No tool has the SKU ${sku}.` : `No tool has the SKU ${sku} or this name.`
}
