import { setPriority } from 'node:os'
import { answerInput, limitMemory } from '#platform/processes/worker-process.server.ts'
import { rewritePdf } from './pdf.server.ts'

// Runs in the process that pdf-worker.server.ts starts for one document, at low priority.
setPriority(10)
limitMemory(700 * 1024 * 1024)
answerInput(rewritePdf)
