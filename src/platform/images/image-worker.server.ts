import type { RunJob, WorkerJob } from '#platform/workers/worker-pool.server.ts'
import { WorkerFailure } from '#platform/workers/worker-process.server.ts'
import type { renderImage } from './image.server.ts'
import type { RenderAnyImage, renderLogo } from './logo-image.server.ts'

const imageJob: WorkerJob<typeof renderImage> = {
  kind: {
    name: 'image',
    timeoutMs: 120_000,
    // Fewer memory pools of the C library waste less memory.
    env: { MALLOC_ARENA_MAX: '2' },
  },
  module: 'src/platform/images/image.server.ts',
  function: 'renderImage',
}

const logoJob: WorkerJob<typeof renderLogo> = {
  ...imageJob,
  module: 'src/platform/images/logo-image.server.ts',
  function: 'renderLogo',
}

/** Runs renderImage or renderLogo in a new process: its hundreds of megabytes are returned to the system. */
export function createImageRenderer(run: RunJob): RenderAnyImage {
  return async (bytes, isOfBrand = false) => {
    try {
      return await run(isOfBrand ? logoJob : imageJob, bytes)
    } catch (error) {
      if (error instanceof WorkerFailure) return { refused: 'damaged' }
      throw error
    }
  }
}
