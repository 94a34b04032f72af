import { chosenFor, readChoices, rememberChoice } from '#shop/column-choices/column-choices-client.ts'
import type { OrderLines } from '#shop/list-store/order-list.ts'
import type { Table } from '#shop/tables/read-tables.ts'
import { findKnown, matchItems } from './find-pasted.ts'
import type { Meaning } from './read/heading-words.ts'
import { type Columns, proposeColumns } from './read/order-columns.ts'
import { skippedText } from './read/order-rows.ts'
import { codesIn, type Pasted, readOne, readOrder, readPasted } from './read/parse-pasted-list.ts'
import { codesInLine, type KnownProducts } from './read/pasted-item.ts'
import type { PastedLine } from './read/pasted-line.ts'
import type { ChosenLine } from './sort-pasted-lines.ts'
import { addPasted, itemOf, sortPastedLines } from './sort-pasted-lines.ts'

/** A text that was read, and what the columns of its tables mean. */
export type OpenedText = { pasted: Pasted; columns: Columns[]; known: KnownProducts }

/** Reads a text, looks its SKUs up and finds what its columns mean; null without anything to read. */
export async function openText(text: string, isUser: boolean): Promise<OpenedText | null> {
  // Lets the browser paint the pressed button before a long text is read.
  await new Promise((resolve) => setTimeout(resolve))
  const pasted = readPasted(text)
  if (readOrder(pasted, [], new Map()).length === 0) return null
  const isHeaded = pasted.tables.some(({ headings }) => headings.length > 0)
  const [known, choices] = await Promise.all([
    findKnown(codesIn(pasted)),
    isHeaded ? readChoices('orders', isUser) : [],
  ])
  const columns = pasted.tables.map((table) => {
    const meanings = chosenFor(choices, table.headings)
    return meanings?.length === table.width
      ? { meanings: meanings as Meaning[], question: null }
      : proposeColumns(table, (sku) => known.has(sku))
  })
  return { pasted, columns, known }
}

/** Returns the lines of an opened text, and what names the rows that each table leaves out. */
export function readOpened({ pasted, columns, known }: OpenedText) {
  const skipped = pasted.tables.map((table, at) => {
    const read = columns[at]
    return read ? skippedText(table, read) : null
  })
  return { lines: readOrder(pasted, columns, known), skipped }
}

/** Reads the text for one product, with the quantity beside it if it has none of its own. */
export async function openOne(text: string, quantity: number | null): Promise<PastedLine> {
  return readOne(text, quantity, await findKnown(codesInLine(text)))
}

/** Finds the products of lines, and sorts the lines into the list as it is then. */
export async function sortLines(lines: PastedLine[], currentLines: () => OrderLines) {
  const matches = await matchItems(lines.flatMap((line) => itemOf(line) ?? []))
  return sortPastedLines(lines, matches, currentLines())
}

export function addChosen(sorted: Parameters<typeof addPasted>[0], chosen: ChosenLine[]): void {
  for (const { line, product, quantity } of chosen) addPasted(sorted, { text: line.text, quantity, product })
}

export const rememberColumns = ({ headings }: Table, meanings: Meaning[], isUser: boolean) =>
  rememberChoice('orders', isUser, { headings, meanings })
