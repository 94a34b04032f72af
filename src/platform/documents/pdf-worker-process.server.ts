import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import { rewritePdf } from './pdf.server.ts'

// Runs in the process that pdf-worker.server.ts starts for one document, at low priority.
setPriority(10)

// A small file can unpack to gigabytes. While this thread unpacks it, another one watches the memory.
const MOST_BYTES = 700 * 1024 * 1024
new Worker(
  `setInterval(() => {
    if (process.memoryUsage.rss() > ${MOST_BYTES}) process.kill(process.pid, 'SIGKILL')
  }, 20)`,
  { eval: true },
).unref()

process.on('message', async (document: Uint8Array) => {
  process.send?.(await rewritePdf(document))
})
process.on('disconnect', () => process.exit())
