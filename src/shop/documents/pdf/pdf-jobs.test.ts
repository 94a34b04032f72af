import { expect, test } from 'vitest'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { invoice, line } from '#server/testing/document-contents.ts'
import { documentJob } from './pdf-jobs.server.ts'
import { renderPdf } from './render-pdf.server.ts'

test('long documents take no time of the thread that answers requests', async () => {
  const run = createWorkerPool()(shopJobs)
  const layout = invoice({ lines: Array.from({ length: 60 }, () => line) })
  const inWorkers = await processorTimeOf(() => Promise.all([1, 2].map(() => run(documentJob, layout))))
  const here = await processorTimeOf(() => Promise.all([1, 2].map(() => renderPdf(layout))))
  expect(inWorkers.spent).toBeLessThan(here.spent / 3)
  expect(inWorkers.value[1]).toEqual(here.value[1])
})

/** Processor time of this thread, which a busy machine stretches alike for both. */
async function processorTimeOf<Value>(work: () => Promise<Value>) {
  const before = process.threadCpuUsage()
  const value = await work()
  const { user, system } = process.threadCpuUsage(before)
  return { value, spent: user + system }
}
