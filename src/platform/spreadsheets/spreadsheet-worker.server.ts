import { runInProcess } from '#platform/processes/worker-process.server.ts'
import type { Sheets, SpreadsheetRefusal } from './spreadsheet.server.ts'

const PROGRAM = 'src/platform/spreadsheets/spreadsheet-worker-process.server.ts'
const TIMEOUT_MS = 10_000
/** The maximum characters of a sheet. */
export const LONGEST_SHEET = 60_000

/** Runs readSpreadsheet in a separate process with little memory. */
export async function readSpreadsheetInWorker(
  bytes: Uint8Array,
): Promise<Sheets | SpreadsheetRefusal> {
  const read = await runInProcess<Sheets | SpreadsheetRefusal>(PROGRAM, bytes, {
    timeoutMs: TIMEOUT_MS,
  })
  return read ?? { refused: 'damaged' }
}
