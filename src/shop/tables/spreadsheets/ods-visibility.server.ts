import { CFB, utils, type WorkBook } from '@e965/xlsx'

const PART = /<table:table-(row|column)\b([^>]*)>/g
const REPEATED = /table:number-(?:rows|columns)-repeated="(\d+)"/
const HIDDEN = /table:visibility="(?:collapse|filter)"/
const HIDDEN_STYLE = /<style:style\b([^>]*)>\s{0,99}<style:table-properties\b[^>]*table:display="false"/g

/** Marks the hidden rows, columns and sheets of an OpenDocument workbook, which SheetJS does not read. */
export function markHidden(book: WorkBook, file: Buffer): void {
  const xml = contentOf(file)
  const styles = new Set([...xml.matchAll(HIDDEN_STYLE)].map(([, named = '']) => nameOf(named)))
  const tables = xml.split('<table:table ').slice(1)
  book.Workbook = {
    Sheets: tables.map((table) => ({
      Hidden: styles.has(nameOf(table.slice(0, table.indexOf('>')), 'table')) ? 1 : 0,
    })),
  }
  for (const [index, table] of tables.entries()) {
    const sheet = book.Sheets[book.SheetNames[index] ?? '']
    if (!sheet?.['!ref']) continue
    const { e: end } = utils.decode_range(sheet['!ref'])
    const hidden = hiddenParts(table, { row: end.r, column: end.c })
    sheet['!rows'] = hidden.row.map((hidden) => ({ hidden }))
    sheet['!cols'] = hidden.column.map((hidden) => ({ hidden }))
  }
}

/** Whether each row and column of a table is hidden, as far as it has cells. */
function hiddenParts(table: string, last: { row: number; column: number }) {
  const hidden: Record<'row' | 'column', boolean[]> = { row: [], column: [] }
  for (const [, kind, attributes = ''] of table.matchAll(PART)) {
    const parts = hidden[kind as 'row' | 'column']
    const missing = last[kind as 'row' | 'column'] + 1 - parts.length
    const count = Math.min(Number(REPEATED.exec(attributes)?.[1] ?? 1), missing)
    for (let at = 0; at < count; at += 1) parts.push(HIDDEN.test(attributes))
  }
  return hidden
}

/** The XML of a packed or flat workbook; empty for other files. */
function contentOf(file: Buffer): string {
  if (file.toString('latin1', 0, 2) !== 'PK') return file.toString('utf8')
  const content = CFB.find(CFB.read(file, { type: 'buffer' }), '/content.xml')
  return content ? Buffer.from(content.content as Uint8Array).toString('utf8') : ''
}

const nameOf = (attributes: string, prefix = 'style') =>
  new RegExp(`${prefix}:${prefix === 'table' ? 'style-name' : 'name'}="([^"]*)"`).exec(attributes)?.[1] ?? ''
