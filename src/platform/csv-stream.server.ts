import { BYTE_ORDER_MARK, type CsvFormat, csvRows } from './csv.ts'

/** The columns of a CSV file: their headings, and the cell of each for a row. */
export type CsvColumns<Row> = [heading: string, cell: (row: Row, format: CsvFormat) => string | number][]

/**
 * Streams rows as CSV, batch by batch as the client consumes them, without an open transaction.
 * `nextBatch` gets the batch before, and returns null behind the last.
 */
export async function streamCsv<Row, Batch extends { rows: Row[] }>(
  columns: CsvColumns<Row>,
  format: CsvFormat,
  nextBatch: (before: Batch | undefined) => Promise<Batch | null>,
): Promise<ReadableStream<Uint8Array>> {
  const encoder = new TextEncoder()
  // Read before the response starts, so that a database error can still become a 503.
  let batch = await nextBatch(undefined)
  let text = BYTE_ORDER_MARK + csvRows([columns.map(([heading]) => heading)], format)
  return new ReadableStream({
    pull: async (controller) => {
      text += csvRows(
        (batch?.rows ?? []).map((row) => columns.map(([, cell]) => cell(row, format))),
        format,
      )
      if (text !== '') controller.enqueue(encoder.encode(text))
      text = ''
      if (batch === null) return controller.close()
      batch = await nextBatch(batch)
    },
  })
}
