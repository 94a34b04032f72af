import { runInProcess } from '#platform/processes/worker-process.server.ts'
import type { ImageRefusal, RenderedImage } from './image.server.ts'

const PROGRAM = 'src/platform/images/image-worker-process.server.ts'
const TIMEOUT_MS = 120_000

/** Runs renderImage in a separate process: its hundreds of megabytes are returned to the system. */
export async function renderImageInWorker(
  bytes: Uint8Array,
): Promise<RenderedImage | ImageRefusal> {
  const rendered = await runInProcess<RenderedImage | ImageRefusal>(PROGRAM, bytes, {
    timeoutMs: TIMEOUT_MS,
    // Fewer memory pools of the C library waste less memory.
    env: { MALLOC_ARENA_MAX: '2' },
  })
  return rendered ?? { refused: 'damaged' }
}
