import { useRef, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import {
  addedLinesText,
  LONGEST_PASTE,
  MAX_LINES,
  type OrderLines,
  rebaseList,
} from '#shop/list-store/order-list.ts'
import { changeList, currentLines } from '#shop/list-store/order-list-store.ts'
import type { ListUndo } from '#shop/order-list/list-undo.tsx'
import { readListFile, type Sheet } from './list-file.ts'
import type { OpenedText } from './open-text.ts'
import type { Meaning } from './read/heading-words.ts'
import type { PastedLine } from './read/pasted-line.ts'
import type { ChosenLine, SortedPaste, UncertainLine } from './sort-pasted-lines.ts'

export type PasteReport = Omit<SortedPaste, 'lines' | 'added' | 'merged'> & {
  cut: { count: number; first: string } | null
}

/** The tables of the last paste, and what their columns mean. */
export type PastedTables = OpenedText & {
  notes: string[]
  /** What names the rows that each table leaves out; empty before it is read. */
  skipped: (string | null)[]
  /** Takes back what was read; null once a line was confirmed, or nothing is read yet. */
  revert: (() => void) | null
}

const LENGTH = LONGEST_PASTE.toLocaleString('en-US')
const TOO_LONG = `This is longer than ${LENGTH} characters, so nothing was added. Paste it in parts.`
const FILE_TOO_LONG = `This file has more than ${LENGTH} characters, so nothing was added. Leave out columns and rows that are not part of the order.`
const NOTHING = 'There is nothing to read in it.'

const isCertain = ({ columns }: OpenedText) => columns.every(({ question }) => question === null)

/** Whether anything is left to confirm or report; the rest is shown beside Undo. */
function hasRest({ changed, uncertain, unread, skipped, cut }: PasteReport) {
  return changed.length + uncertain.length + unread.length + skipped.length > 0 || cut !== null
}

/** Reads pasted texts into the list. `offerUndo` receives each change; `onRead` is called after each text. */
export function usePaste(offerUndo: ListUndo['offer'], onRead: () => void) {
  const [report, setReport] = useState<PasteReport | null>(null)
  const [isReading, setReading] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [tables, setTables] = useState<PastedTables | null>(null)
  const isUser = useCurrentUser() !== null
  // Only who pastes needs the reader. It is kept, so that confirming does not wait.
  const reader = useRef<typeof import('./open-text.ts')>(null)
  const loadReader = async () => (reader.current ??= await import('./open-text.ts'))
  const lastChange = useRef<((lines: OrderLines) => OrderLines) | null>(null)

  const store = (sorted: Pick<SortedPaste, 'lines' | 'added' | 'merged'>) => {
    const { lines } = sorted
    const before = currentLines()
    if (!changeList(() => lines) || sorted.added + sorted.merged === 0) return
    const revert = (now: OrderLines) => rebaseList(lines, before, now)
    lastChange.current = revert
    offerUndo({ text: `${addedLinesText(sorted)}.`, revert })
  }

  /** Looks lines up and adds them to the report; a retry is of the lines that it skipped. */
  const add = async (lines: PastedLine[], cut: PasteReport['cut'], isRetry = false) => {
    setReading(true)
    setProblem(null)
    try {
      const sorted = await (await loadReader()).sortLines(lines, currentLines)
      store(sorted)
      setReport((earlier) => {
        const report = {
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

  /** Reads a text, or the text of a file, of which `notes` say what was left out. */
  const read = async (text: string, notes?: string[]): Promise<boolean> => {
    if (text.length > LONGEST_PASTE) return refuse(notes ? FILE_TOO_LONG : TOO_LONG)
    setReading(true)
    setProblem(null)
    try {
      const opened = await (await loadReader()).openText(text, isUser)
      if (!opened) return refuse(NOTHING)
      const next = { ...opened, notes: notes ?? [], skipped: [], revert: null }
      if (isCertain(next)) return await addTables(next)
      setTables(next)
      onRead()
      return true
    } catch (error) {
      return refuse(refusalText(error))
    } finally {
      setReading(false)
    }
  }

  /** Adds the lines of a text whose columns are certain or chosen. */
  const addTables = async (next: PastedTables): Promise<boolean> => {
    const { lines: pasted, skipped } = (await loadReader()).readOpened(next)
    const readable = pasted.filter(({ read }) => !('unreadable' in read))
    const [first] = readable.slice(MAX_LINES)
    const withinLimit = first ? pasted.slice(0, pasted.indexOf(first)) : pasted
    const cut = first ? { count: pasted.length - withinLimit.length, first: first.text } : null
    lastChange.current = null
    const isAdded = await add(withinLimit, cut)
    const revert = () => {
      if (lastChange.current) changeList(lastChange.current)
      setReport(report)
    }
    if (isAdded) setTables(next.pasted.tables.length > 0 ? { ...next, skipped, revert } : null)
    return isAdded
  }

  /** Reads the tables again with these meanings of their columns, and remembers them. */
  const chooseColumns = (at: number, meanings: Meaning[]) => {
    const table = tables?.pasted.tables[at]
    if (!tables || !table) return
    // Only the next table suffers if it is not remembered.
    void loadReader()
      .then((reader) => reader.rememberColumns(table, meanings, isUser))
      .catch(() => {})
    tables.revert?.()
    const columns = tables.columns.map((other, index) =>
      index === at ? { meanings, question: null } : other,
    )
    const next = { ...tables, columns, revert: null }
    if (isCertain(next)) void addTables(next)
    else setTables(next)
  }

  /** Adds one product by its SKU or name; without a quantity, its minimum order. */
  const addOne = async (text: string, quantity: number | null) => {
    setReading(true)
    setProblem(null)
    try {
      return await add([await (await loadReader()).openOne(text, quantity)], null)
    } catch (error) {
      setReading(false)
      return refuse(refusalText(error))
    }
  }

  /** Reads a chosen file; `choose` receives its sheets if there are several. */
  const readFile = async (
    file: File,
    maxBytes: number,
    choose: (sheets: Sheet[], hiddenSheets: number) => void,
  ) => {
    setReading(true)
    setProblem(null)
    const content = await readListFile(file, maxBytes).catch((error: unknown) => ({
      problem: refusalText(error),
    }))
    setReading(false)
    if ('problem' in content) refuse(content.problem)
    else if (content.sheets.length > 1) choose(content.sheets, content.hiddenSheets)
    else await readSheet(content.sheets[0], content.hiddenSheets)
  }

  const readSheet = (sheet: Sheet | undefined, hiddenSheets: number) =>
    read(sheet?.text ?? '', [
      ...(sheet?.hidden ? [`${sheet.hidden} hidden rows or columns left out`] : []),
      ...(hiddenSheets > 0 ? [`${hiddenSheets} hidden sheets left out`] : []),
    ])

  const refuse = (problem: string) => {
    setProblem(problem)
    return false
  }

  const retry = () => {
    if (report) void add(report.skipped, null, true)
  }

  const confirm = (chosen: ChosenLine[]) => {
    if (!report || !reader.current) return
    const next = {
      lines: currentLines(),
      added: 0,
      merged: 0,
      changed: [...report.changed],
      unread: [...report.unread],
    }
    reader.current.addChosen(next, chosen)
    store(next)
    const isChosen = (line: UncertainLine) => chosen.some((other) => other.line === line)
    const uncertain = report.uncertain.filter((line) => !isChosen(line))
    const { changed, unread } = next
    keep({ ...report, changed, unread, uncertain })
  }

  const skip = (line: UncertainLine) => {
    if (!report) return
    keep({ ...report, uncertain: report.uncertain.filter((other) => other !== line) })
  }

  const keep = (report: PasteReport) => {
    setReport(hasRest(report) ? report : null)
    setTables((tables) => tables && { ...tables, revert: null })
  }
  const close = () => {
    setReport(null)
    setTables(null)
  }
  const reading = { read, addOne, readFile, readSheet, chooseColumns }
  return { report, tables, isReading, problem, ...reading, retry, confirm, skip, close }
}
