import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { PdfRefusal } from './pdf.server.ts'

const PROGRAM = 'src/platform/documents/pdf-worker-process.server.ts'
const TIMEOUT_MS = 30_000

/**
 * Runs rewritePdf in a separate process without environment variables, so that a malicious file that
 * crashes, hangs or fills the memory does not affect the shop.
 */
export async function rewritePdfInWorker(
  bytes: Uint8Array,
): Promise<{ bytes: Uint8Array } | PdfRefusal> {
  const child = fork(resolve(PROGRAM), {
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
    env: {},
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (result) => resolve(result as { bytes: Uint8Array } | PdfRefusal))
      child.once('exit', () => resolve({ refused: 'damaged' }))
      child.once('error', reject)
      child.send(bytes)
    })
  } finally {
    if (child.connected) child.disconnect()
  }
}
