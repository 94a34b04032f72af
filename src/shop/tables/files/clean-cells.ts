import { NOTHING } from '#shop/tables/columns/read-cell.ts'
import { createFieldFinder, type TableField } from '#shop/tables/columns/table-fields.ts'

const FORMULA_TEXT = /^="([^"]*)"$/
const APOSTROPHE = /^['´`’](?=[^'´`’=+@\s-][^'´`’]*$)/
const NUMBER = /^.[\d.,]+$/

const TAG =
  /<(script|style)\b[^<>]{0,200}>[^<]{0,9000}<\/\1>|<\/?(p|br|li|ul|ol|div|h[1-6]|tr|table|b|i|u|s|em|strong|span|font|small|su[bp]|a|td|th|tbody|thead|hr|img|pre|code|section|center)(?:\s[^<>]{0,500})?\/?>/gi
const ON_ITS_OWN_LINE = /^(?:p|br|li|ul|ol|div|h[1-6]|tr|table|hr|pre|section)$/i
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,6}\d{0,2}));/gi
const NAMED = new Map(
  `amp& lt< gt> quot" apos' auml\u00e4 ouml\u00f6 uuml\u00fc Auml\u00c4 Ouml\u00d6 Uuml\u00dc szligß eacuteé egraveè ecircê agraveà acircâ ccedilç ocircô ntildeñ aacuteá iacuteí oacuteó uacuteú deg° frac12½ frac14¼ frac34¾ times× ndash– mdash— hellip… trade™ reg® copy© euro€ micro\u00b5 plusmn± oslashø Oslash\u00d8 rsquo’ lsquo‘ ldquo“ rdquo” bull• middot· sup2² sup3³`
    .split(' ')
    .map((pair) => [pair.slice(0, -1), pair.slice(-1)]),
)

function plainText(cell: string): string {
  const withoutTags = (text: string) =>
    text.replace(TAG, (_, hidden, tag = '') => (!hidden && ON_ITS_OWN_LINE.test(tag) ? '\n' : ' '))
  const decoded = withoutTags(cell).replace(ENTITY, (entity, decimal, hex, name) => {
    if (name) return name === 'nbsp' ? ' ' : (NAMED.get(name) ?? entity)
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code < 32 || (code > 0xd7ff && code < 0xe000) || code > 0x10ffff
      ? entity
      : String.fromCodePoint(code)
  })
  const plain = withoutTags(decoded)
  return plain === cell
    ? cell
    : plain
        .replace(/ +/g, ' ')
        .replace(/ ?\n[ \n]*/g, '\n')
        .trim()
}

/** Makes and counts what cleans a foreign file's cells: words for nothing, marks of spreadsheets, HTML. */
export function createCellCleaner(headings: readonly string[], fields: readonly TableField[]) {
  const exported = fields.filter(({ isExported = true, specification }) => isExported && !specification)
  const isOwn = exported.every(({ heading }) => headings.includes(heading))
  const findField = createFieldFinder(fields)
  const codes = headings.map((heading) => CODES.includes(findField(heading)?.name ?? ''))
  // A specification may have such a word among its choices.
  const choices = new Set(fields.flatMap(({ specification }) => specification?.choices ?? []))
  const counts = { nothing: 0, marks: 0, html: 0 }
  const cleanCell = (cell: string, at: number): string => {
    if (NOTHING.test(cell) && !choices.has(cell)) {
      counts.nothing += 1
      return ''
    }
    const shown = cell.replace(FORMULA_TEXT, '$1')
    // Names may begin with an apostrophe.
    const unmarked = codes[at] || NUMBER.test(shown) ? shown.replace(APOSTROPHE, '') : shown
    const code = codes[at] ? unmarked.replace(/^(\d+)\.0+$/, '$1') : unmarked
    if (code !== cell) counts.marks += 1
    const plain = /[<&]/.test(code) ? plainText(code) : code
    if (plain !== code) counts.html += 1
    return plain
  }
  const notes = () =>
    [
      [counts.nothing, 'with a word for nothing, such as “-” or “None”, read as empty'],
      [counts.marks, 'read without the marks of a spreadsheet'],
      [counts.html, 'with HTML read as plain text'],
    ].flatMap(([count, what]) => (count ? [`${counted(Number(count))} ${what}`] : []))
  return { isOwn, clean: (cells: string[]) => (isOwn ? cells : cells.map(cleanCell)), notes }
}

/** The fields of codes, which programs write as numbers. */
const CODES = ['sku', 'gtin', 'target']

const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'cell' : 'cells'}`
