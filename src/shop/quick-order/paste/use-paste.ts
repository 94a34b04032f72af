import { useState } from 'react'
import type { Product } from '#shop/catalogue/product.ts'
import { fetchMatches } from '#shop/catalogue/products-client.ts'
import { countedLines, MOST_LINES, rebaseList } from '#shop/order-list/order-list.ts'
import { changeList, currentLines } from '#shop/order-list/order-list-store.ts'
import type { ListUndo } from '#shop/quick-order/list-undo.tsx'
import { LONGEST_PASTE, parsePastedList } from './parse-pasted-list.ts'
import {
  addPasted,
  itemOf,
  type NotedLine,
  type SortedPaste,
  sortPastedLines,
  type UncertainLine,
} from './sort-pasted-lines.ts'

/** What is left of a pasted text to look at. */
export type PasteReport = Pick<SortedPaste, 'added' | 'changed' | 'uncertain' | 'unread'>

const TOO_MANY = `Only ${MOST_LINES} lines are read at once.`

/** Reads pasted texts into the order list. `offerUndo` receives each change. */
export function usePaste(offerUndo: ListUndo['offer']) {
  const [report, setReport] = useState<PasteReport | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [isTooLong, setTooLong] = useState(false)

  const store = (lines: SortedPaste['lines'], added: number) => {
    const before = currentLines()
    changeList(() => lines)
    if (added === 0) return
    offerUndo({
      text: `${countedLines(added)} added.`,
      revert: (now) => rebaseList(lines, before, now),
    })
  }

  const read = async (text: string): Promise<boolean> => {
    setTooLong(text.length > LONGEST_PASTE)
    if (text.length > LONGEST_PASTE) return false
    setReading(true)
    setError(null)
    try {
      const pasted = parsePastedList(text)
      const readable = pasted.filter((line) => itemOf(line) !== undefined)
      const cut = new Set(readable.slice(MOST_LINES))
      const kept = pasted.filter((line) => !cut.has(line))
      const matches = await fetchMatches(
        kept.flatMap((line) => {
          const item = itemOf(line)
          return item ? { sku: short(item.sku, 60), name: short(item.name, 200) } : []
        }),
      )
      const sorted = sortPastedLines(kept, matches, currentLines())
      store(sorted.lines, sorted.added)
      const rest: NotedLine[] = [...cut].map(({ text }) => ({ text, note: TOO_MANY }))
      setReport({ ...sorted, unread: [...sorted.unread, ...rest] })
      return true
    } catch (error) {
      setError(error)
      return false
    } finally {
      setReading(false)
    }
  }

  /** Adds uncertain lines with the products that were chosen for them. */
  const confirm = (chosen: { line: UncertainLine; product: Product }[]) => {
    if (!report) return
    const next = {
      lines: currentLines(),
      added: 0,
      changed: [...report.changed],
      unread: [...report.unread],
    }
    for (const { line, product } of chosen) {
      addPasted(next, { text: line.text, quantity: line.quantity, product })
    }
    store(next.lines, next.added)
    const isChosen = (line: UncertainLine) => chosen.some((other) => other.line === line)
    const uncertain = report.uncertain.filter((line) => !isChosen(line))
    setReport({ ...next, added: report.added + next.added, uncertain })
  }

  const skip = (line: UncertainLine) => {
    if (!report) return
    setReport({ ...report, uncertain: report.uncertain.filter((other) => other !== line) })
  }

  return { report, isReading, error, isTooLong, read, confirm, skip, close: () => setReport(null) }
}

const short = (text: string | null, length: number) => text?.slice(0, length) ?? null
