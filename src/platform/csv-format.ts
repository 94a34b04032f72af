/**
 * How spreadsheets of a country read CSV: those that write 1,5 separate cells by semicolons, all
 * others by commas.
 */
export type CsvFormat = 'comma' | 'semicolon'

/** Returns the format that the spreadsheets of the browser's user expect. */
export function browserCsvFormat(language = navigator.language): CsvFormat {
  return new Intl.NumberFormat(language).format(1.5).includes(',') ? 'semicolon' : 'comma'
}

export const csvSeparators: Record<CsvFormat, string> = { comma: ',', semicolon: ';' }

/** Writes dollars as a spreadsheet of this format reads them. */
export function csvDollars(dollars: number, format: CsvFormat): string {
  const text = dollars.toFixed(2)
  return format === 'semicolon' ? text.replace('.', ',') : text
}
