import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { fetchMatches } from '#shop/catalogue/catalogue-client.ts'
import type { Product } from '#shop/catalogue/product.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { MAX_LINES, rebaseList } from '#shop/order-list/store/order-list.ts'
import { changeList, currentLines } from '#shop/order-list/store/order-list-store.ts'
import { readListFile, type Sheet } from './list-file.ts'
import { LONGEST_PASTE, parsePastedList, readOne } from './parse-pasted-list.ts'
import type { PastedLine } from './pasted-line.ts'
import {
  addedLinesText,
  addPasted,
  itemOf,
  type SortedPaste,
  sortPastedLines,
  type UncertainLine,
} from './sort-pasted-lines.ts'

/** The remaining lines of a paste. */
export type PasteReport = Omit<SortedPaste, 'lines'> & {
  /** Lines beyond the maximum per paste. */
  cut: { count: number; first: string } | null
}

/** An uncertain line with its choice. */
export type ChosenLine = { line: UncertainLine; product: Product; quantity: number | null }

const TOO_LONG = `This is longer than ${LONGEST_PASTE.toLocaleString('en-US')} characters, so nothing was added. Paste it in parts.`
const NOTHING = 'There is nothing to read in it.'

/** Whether anything is left to confirm or report; the rest is shown beside Undo. */
function hasRest({
  changed,
  uncertain,
  unread,
  skipped,
  cut,
}: Omit<PasteReport, 'added' | 'merged'>) {
  return changed.length + uncertain.length + unread.length + skipped.length > 0 || cut !== null
}

/**
 * Reads pasted texts into the order list. `offerUndo` receives each change; `onRead` is called when
 * a text was read.
 */
export function usePaste(offerUndo: ListUndo['offer'], onRead: () => void) {
  const [report, setReport] = useState<PasteReport | null>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const store = (sorted: Pick<SortedPaste, 'lines' | 'added' | 'merged'>) => {
    const { lines } = sorted
    const before = currentLines()
    changeList(() => lines)
    if (sorted.added + sorted.merged === 0) return
    offerUndo({
      text: `${addedLinesText(sorted)}.`,
      revert: (now) => rebaseList(lines, before, now),
    })
  }

  /** Looks lines up and adds them to the report; a retry is of the lines that it skipped. */
  const add = async (lines: PastedLine[], cut: PasteReport['cut'], isRetry = false) => {
    setReading(true)
    setProblem(null)
    try {
      const matches = await fetchMatches(
        lines.flatMap((line) => {
          const item = itemOf(line)
          return item ? { sku: short(item.sku, 60), name: short(item.name, 200) } : []
        }),
      )
      const sorted = sortPastedLines(lines, matches, currentLines())
      store(sorted)
      setReport((earlier) => {
        const report = {
          added: sorted.added + (earlier?.added ?? 0),
          merged: sorted.merged + (earlier?.merged ?? 0),
          changed: [...(earlier?.changed ?? []), ...sorted.changed],
          uncertain: [...(earlier?.uncertain ?? []), ...sorted.uncertain],
          unread: [...(earlier?.unread ?? []), ...sorted.unread],
          skipped: [...((!isRetry && earlier?.skipped) || []), ...sorted.skipped],
          cut: cut ?? earlier?.cut ?? null,
        }
        return hasRest(report) ? report : null
      })
      onRead()
      return true
    } catch (error) {
      setProblem(refusalText(error))
      return false
    } finally {
      setReading(false)
    }
  }

  const read = async (text: string): Promise<boolean> => {
    if (text.length > LONGEST_PASTE) return refuse(TOO_LONG)
    const pasted = parsePastedList(text)
    if (pasted.length === 0) return refuse(NOTHING)
    const readable = pasted.filter((line) => itemOf(line) !== undefined)
    const [first] = readable.slice(MAX_LINES)
    const withinLimit = first ? pasted.slice(0, pasted.indexOf(first)) : pasted
    return add(
      withinLimit,
      first ? { count: pasted.length - withinLimit.length, first: first.text } : null,
    )
  }

  /** Adds one product by its SKU or name; without a quantity, its minimum order. */
  const addOne = (text: string, quantity: number | null) => add([readOne(text, quantity)], null)

  /** Reads a chosen file; `choose` receives its sheets if there are several. */
  const readFile = async (file: File, maxBytes: number, choose: (sheets: Sheet[]) => void) => {
    setReading(true)
    setProblem(null)
    const found = await readListFile(file, maxBytes).catch((error: unknown) => ({
      problem: refusalText(error),
    }))
    setReading(false)
    if ('problem' in found) refuse(found.problem)
    else if (found.sheets.length > 1) choose(found.sheets)
    else await read(found.sheets[0]?.text ?? '')
  }

  const refuse = (problem: string) => {
    setProblem(problem)
    return false
  }

  /** Retries the lines that exceeded the time limit. */
  const retry = () => {
    if (report) void add(report.skipped, null, true)
  }

  /** Adds uncertain lines with their choices. */
  const confirm = (chosen: ChosenLine[]) => {
    if (!report) return
    const next = {
      lines: currentLines(),
      added: 0,
      merged: 0,
      changed: [...report.changed],
      unread: [...report.unread],
    }
    for (const { line, product, quantity } of chosen) {
      addPasted(next, { text: line.text, quantity, product })
    }
    store(next)
    const isChosen = (line: UncertainLine) => chosen.some((other) => other.line === line)
    const uncertain = report.uncertain.filter((line) => !isChosen(line))
    const { changed, unread } = next
    const added = report.added + next.added
    const merged = report.merged + next.merged
    keep({ ...report, changed, unread, added, merged, uncertain })
  }

  const skip = (line: UncertainLine) => {
    if (!report) return
    keep({ ...report, uncertain: report.uncertain.filter((other) => other !== line) })
  }

  const keep = (report: PasteReport) => setReport(hasRest(report) ? report : null)
  const close = () => setReport(null)
  return { report, isReading, problem, read, addOne, readFile, retry, confirm, skip, close }
}

const short = (text: string | null, length: number) => text?.slice(0, length) ?? null
