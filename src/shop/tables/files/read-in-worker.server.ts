import { oneLine } from '#platform/clean-text.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import type { RunJob, WorkerJob } from '#platform/workers/worker-pool.server.ts'
import { type JobOptions, WorkerFailure } from '#platform/workers/worker-process.server.ts'
import type { FileRow, ReadFile, UnreadableFile } from './collect-rows.server.ts'
import { refuseFile } from './file-refusals.server.ts'
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

/** Reads all rows of a file into memory. Throws a refusal that says why they can't be read. */
export async function readTable(
  workers: (options: JobOptions) => RunJob,
  file: Uint8Array,
  given: Parameters<typeof readTableFile>[1],
): Promise<ReadFile & { rows: FileRow[] }> {
  const rows: FileRow[] = []
  const onPart = async (chunk: string) => {
    for (const [position, cells, problem, held] of JSON.parse(chunk))
      rows.push({ position, cells: cells.map(oneLine), problem, held })
  }
  const read = await readInWorker(workers({ onPart }), new Uint8Array(file), given)
  return { ...orRefuse(read, refuseFile), rows }
}
