import { runInProcess } from '#platform/processes/worker-process.server.ts'
import type { PdfRefusal } from './pdf.server.ts'

const PROGRAM = 'src/platform/documents/pdf-worker-process.server.ts'
const TIMEOUT_MS = 30_000

/** Runs rewritePdf in a separate process. */
export async function rewritePdfInWorker(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array } | PdfRefusal> {
  const rewritten = await runInProcess<{ bytes: Uint8Array } | PdfRefusal>(PROGRAM, bytes, {
    timeoutMs: TIMEOUT_MS,
  })
  return rewritten ?? { refused: 'damaged' }
}
