import type { DocumentLayout } from './document-layout.server.ts'
import { type Doc, MARGIN, rule, SMALL, type Structure, TEXT, textWidth } from './page.server.ts'
import type { PdfFile } from './pdf-file.server.ts'

const PADDING = 4
const GAP = 8
/** The minimum number of lines above the totals on the same page. */
const KEPT_WITH_TOTALS = 2

type Cell = { text: string; x: number; width: number; align: 'left' | 'right' }

/** Draws the lines and the totals. No line is split, and the totals are never alone on a page. */
export function drawTable({ doc, root, printable }: PdfFile, layout: DocumentLayout): void {
  const table = doc.struct('Table')
  root.add(table)
  const cellsOf = cellsIn(doc, layout)
  const head = cellsOf(layout.columns.map(({ name }) => name))
  const lines = layout.lines.map((texts) => cellsOf(texts.map(printable)))
  const totals = layout.totals.map(([label, amount]) => totalCells(doc, head, [printable(label), amount]))
  const notes = layout.notes.map((text) => [
    { text, x: MARGIN, width: textWidth(doc), align: 'left' as const },
  ])
  drawRow(doc, table, head, { isHead: true, isBold: true })
  lines.forEach((cells, index) => {
    const isNearEnd = index >= lines.length - KEPT_WITH_TOTALS
    const together = isNearEnd ? [...lines.slice(index), ...totals, ...notes] : [cells]
    makeRoom(doc, together, head)
    drawRow(doc, table, cells, { isHead: false, isBold: false })
  })
  totals.forEach((cells, index) => {
    drawRow(doc, table, cells, { isHead: false, isBold: index === totals.length - 1 })
  })
  table.end()
}

function cellsIn(doc: Doc, { columns }: DocumentLayout) {
  const fixed = columns.reduce((sum, { width }) => sum + (width ?? 0), 0)
  const rest = textWidth(doc) - fixed - GAP * (columns.length - 1)
  return (texts: string[]): Cell[] => {
    let x = MARGIN
    return columns.map(({ width, align }, index) => {
      const cell = { text: texts[index] ?? '', x, width: width ?? rest, align }
      x += cell.width + GAP
      return cell
    })
  }
}

/** A total: its label takes the columns before the amount, which stay as empty cells for screen readers. */
function totalCells(doc: Doc, head: Cell[], [label, amount]: [string, string]): Cell[] {
  return head.map((cell, index) => {
    if (index === head.length - 1) return { ...cell, text: amount }
    if (index > 0) return { ...cell, text: '' }
    const width = textWidth(doc) - (head.at(-1)?.width ?? 0) - GAP
    return { ...cell, text: label, width, align: 'right' }
  })
}

function drawRow(
  doc: Doc,
  table: Structure,
  cells: Cell[],
  { isHead, isBold }: { isHead: boolean; isBold: boolean },
): void {
  doc.font(isBold ? 'bold' : 'regular').fontSize(isHead ? SMALL : TEXT)
  const height = heightOf(doc, cells)
  const y = doc.y + PADDING
  const row = doc.struct('TR')
  table.add(row)
  cells.forEach(({ text, x, width, align }, index) => {
    const type = isHead || index === 0 ? 'TH' : 'TD'
    const scope = type === 'TH' ? { scope: isHead ? 'Column' : 'Row' } : {}
    row.add(
      doc.struct(type, scope as object, () => {
        doc.text(text, x, y, { width, align })
      }),
    )
  })
  row.end()
  doc.y = y + height + PADDING
  rule(doc, isBold ? 1 : 0.5)
}

/** Starts a new page with the column heads unless all these rows fit on this one. */
function makeRoom(doc: Doc, rows: Cell[][], head: Cell[]): void {
  doc.font('regular').fontSize(TEXT)
  const needed = rows.reduce((sum, cells) => sum + heightOf(doc, cells) + 2 * PADDING, 0)
  if (doc.y + needed <= doc.page.height - doc.page.margins.bottom) return
  doc.addPage()
  doc.font('bold').fontSize(SMALL)
  const y = doc.y + PADDING
  const height = heightOf(doc, head)
  // Repeated headings are artifacts, because screen readers know them from the first page.
  doc.markContent('Artifact', { type: 'Pagination' })
  for (const { text, x, width, align } of head) doc.text(text, x, y, { width, align })
  doc.endMarkedContent()
  doc.y = y + height + PADDING
  rule(doc, 1)
}

function heightOf(doc: Doc, cells: Cell[]): number {
  return Math.max(...cells.map(({ text, width, align }) => doc.heightOfString(text, { width, align })))
}
