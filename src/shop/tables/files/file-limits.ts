/** The largest files that are read, far above the catalogue of a manufacturer. */
export const FILE_LIMITS = {
  bytes: 20 * 1024 * 1024,
  rows: 100_000,
  workbookRows: 50_000,
  columns: 500,
  /** Characters of all cells: a small workbook may unpack to gigabytes. */
  text: 60_000_000,
}

export const LONGEST_CELL = 10_000

export const NOT_READ = 'This file can’t be read. Choose an Excel, OpenDocument, CSV or TSV file.'

/** The problem of a file whose reading something else ended, such as a machine without memory. */
export const INTERRUPTED = 'The shop was interrupted while it read this file. Please send it again.'
