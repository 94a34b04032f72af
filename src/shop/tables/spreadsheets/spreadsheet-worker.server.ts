import type { RunJob, WorkerJob } from '#platform/workers/worker-pool.server.ts'
import { WorkerFailure } from '#platform/workers/worker-process.server.ts'
import type { readSpreadsheet, Sheets, SpreadsheetRefusal } from './spreadsheet.server.ts'

const LONGEST_SHEET = 60_000

const spreadsheetJob: WorkerJob<typeof readSpreadsheet> = {
  kind: { name: 'spreadsheet', timeoutMs: 6_000, memoryBytes: 400 * 1024 * 1024 },
  module: 'src/shop/tables/spreadsheets/spreadsheet.server.ts',
  function: 'readSpreadsheet',
}

/** Runs readSpreadsheet in a new process with little memory. */
export async function readSpreadsheetInWorker(
  run: RunJob,
  bytes: Uint8Array,
): Promise<Sheets | SpreadsheetRefusal> {
  try {
    return await run(spreadsheetJob, bytes, LONGEST_SHEET)
  } catch (error) {
    if (error instanceof WorkerFailure) return { refused: 'damaged' }
    throw error
  }
}
