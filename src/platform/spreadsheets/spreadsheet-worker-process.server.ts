import { setPriority } from 'node:os'
import { answerInput, limitMemory } from '#platform/processes/worker-process.server.ts'
import { readSpreadsheet } from './spreadsheet.server.ts'
import { LONGEST_SHEET } from './spreadsheet-worker.server.ts'

// Runs in the process that spreadsheet-worker.server.ts starts for one file, at low priority.
setPriority(10)
limitMemory(400 * 1024 * 1024)
answerInput((file) => readSpreadsheet(file, LONGEST_SHEET))
