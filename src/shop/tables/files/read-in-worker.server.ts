import type { RunJob, WorkerJob } from '#platform/workers/worker-pool.server.ts'
import { WorkerFailure } from '#platform/workers/worker-process.server.ts'
import type { ReadFile, UnreadableFile } from './collect-rows.server.ts'
import type { readTableFile } from './read-file.server.ts'

const readJob: WorkerJob<typeof readTableFile> = {
  kind: { name: 'product import', timeoutMs: 120_000, memoryBytes: 1_500 * 1024 * 1024 },
  module: 'src/shop/tables/files/read-file.server.ts',
  function: 'readTableFile',
}

export async function readInWorker(
  run: RunJob,
  ...given: Parameters<typeof readTableFile>
): Promise<ReadFile | UnreadableFile> {
  try {
    return await run(readJob, ...given)
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    const problem = 'The file is damaged, or too large when it is unpacked. Save it as CSV.'
    return { refused: 'unreadable', problem }
  }
}
