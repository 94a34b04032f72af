import { expect, test } from 'vitest'
import { createWorkerPool, shopJobs } from '#platform/workers/worker-pool.server.ts'
import { invoice, line } from '#server/testing/document-contents.ts'
import { documentJob } from './pdf-jobs.server.ts'
import { renderPdf } from './render-pdf.server.ts'

test('long documents take no time of the thread that answers requests', async () => {
  const run = createWorkerPool()(shopJobs)
  const layout = invoice({ lines: Array.from({ length: 60 }, () => line) })
  // Processor time of this thread: other programs on the machine do not change it.
  const before = process.threadCpuUsage()
  const rendered = await Promise.all([1, 2].map(() => run(documentJob, layout)))
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(100)
  expect(rendered[1]).toEqual(await renderPdf(layout))
})
