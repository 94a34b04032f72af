import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import type { ImageRefusal, RenderedImage } from './image.server.ts'

const PROGRAM = 'src/platform/images/image-worker-process.server.ts'
const LIMIT_MS = 120_000

/**
 * Like renderImage, in a process of its own: a large image takes hundreds of megabytes that go
 * back to the system when it ends, and a decoder that crashes, or never ends, on a made-up file takes
 * nothing down. That process knows no secrets: its environment is empty.
 */
export async function renderImageInWorker(
  bytes: Uint8Array,
): Promise<RenderedImage | ImageRefusal> {
  const child = fork(resolve(PROGRAM), {
    ...{ execArgv: [], serialization: 'advanced', stdio: 'ignore' },
    // Of the C library's memory: fewer pools, less of it lies idle.
    env: { MALLOC_ARENA_MAX: '2' },
    ...{ timeout: LIMIT_MS, killSignal: 'SIGKILL' },
  })
  try {
    return await new Promise((answer, fail) => {
      child.once('message', (made) => answer(made as RenderedImage | ImageRefusal))
      child.once('exit', () => answer({ refused: 'damaged' }))
      child.once('error', fail)
      child.send(bytes)
    })
  } finally {
    if (child.connected) child.disconnect()
  }
}
