import { once } from 'node:events'
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { MEMORY_SIGNAL, type WorkerAnswer, type WorkerCall } from './worker-process.server.ts'

// Runs in the processes that worker-process.server.ts starts, at low priority.
setPriority(10)
const memoryBytes = Number(process.argv[2])
if (memoryBytes > 0) limitMemory(memoryBytes)
process.on('message', async (call: WorkerCall | 'next') => {
  if (call !== 'next') process.send?.(await answer(call))
})
process.on('disconnect', () => process.exit())

async function answer(call: WorkerCall): Promise<WorkerAnswer> {
  try {
    const work = (await import(resolve(call.module)))[call.function]
    const working = work(...call.args)
    if (!(Symbol.asyncIterator in working)) return { result: await working }
    for (;;) {
      const { done, value } = await working.next()
      if (done) return { result: value }
      const taken = once(process, 'message')
      process.send?.({ part: value } satisfies WorkerAnswer)
      await taken
    }
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
      if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, '${MEMORY_SIGNAL}')
    }, 20)`,
    { eval: true },
  ).unref()
}
