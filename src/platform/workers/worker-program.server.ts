import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { WorkerAnswer, WorkerCall } from './worker-process.server.ts'

// Runs in the processes that worker-process.server.ts starts, at low priority.
setPriority(10)
const memoryBytes = Number(process.argv[2])
if (memoryBytes > 0) limitMemory(memoryBytes)
process.on('message', async (call: WorkerCall) => {
  process.send?.(await answer(call))
})
process.on('disconnect', () => process.exit())

async function answer(call: WorkerCall): Promise<WorkerAnswer> {
  try {
    const work = (await import(resolve(call.module)))[call.function]
    return { result: await work(...call.args) }
  } catch (error) {
    return { error: String(error instanceof Error ? error.stack : error) }
  }
}

/**
 * Ends this process when it exceeds a memory limit: a small file can unpack to gigabytes. A separate
 * thread watches, because the main thread is busy unpacking.
 */
function limitMemory(maxBytes: number): void {
  new Worker(
    `setInterval(() => {
      if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL')
    }, 20)`,
    { eval: true },
  ).unref()
}
