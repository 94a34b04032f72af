import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { ImageRefusal, RenderedImage } from './image.server.ts'

const PROGRAM = 'src/platform/images/image-worker-process.server.ts'
const TIMEOUT_MS = 120_000

/**
 * Runs renderImage in a separate process: its hundreds of megabytes are returned to the system, and
 * a malicious file that crashes or hangs the decoder does not affect the shop. The process gets no
 * environment variables, so it has no secrets.
 */
export async function renderImageInWorker(
  bytes: Uint8Array,
): Promise<RenderedImage | ImageRefusal> {
  const child = fork(resolve(PROGRAM), {
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
    // Fewer memory pools of the C library waste less memory.
    env: { MALLOC_ARENA_MAX: '2' },
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (result) => resolve(result as RenderedImage | ImageRefusal))
      child.once('exit', () => resolve({ refused: 'damaged' }))
      child.once('error', reject)
      child.send(bytes)
    })
  } finally {
    if (child.connected) child.disconnect()
  }
}
