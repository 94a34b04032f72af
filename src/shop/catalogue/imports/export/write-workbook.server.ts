import writeWorkbook from 'write-excel-file/node'

/**
 * Writes rows of texts as a workbook. All cells are texts, so that no program changes `0017` or `3/8`.
 * Runs in a worker.
 */
export async function writeTexts(rows: string[][], sheet = 'Products'): Promise<Uint8Array> {
  const [headings = [], ...others] = rows
  const heading = headings.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const cells = others.map((row) =>
    row.map((value) => (value === '' ? null : { value, type: String })),
  )
  const options = { sheet, stickyRowsCount: 1 }
  return writeWorkbook([heading, ...cells], options).toBuffer()
}
