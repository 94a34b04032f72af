import { setTimeout } from 'node:timers/promises'
import { mainThreadTime, reportsProcessorTime } from '#prove/processor-time.ts'
import type { Scenario } from '#prove/scenario.ts'
import { request } from '#prove/security/client.ts'
import { withShop } from '#prove/shop.ts'
import { queuedWork } from './queued-work.ts'

/** How long `/healthz` may take while a queue is full, with room for a busy machine; the aim is 200 ms. */
const MAX_WAIT_MS = 2_000
/** The processor time of the thread that answers requests, per request of a queue. */
const MAX_THREAD_MS = 200
const PAUSE_MS = 20
const POLLS = 100
const EXPECTED = [200, 415, 422, 429, 503]

/** While PDFs, workbooks, images or uploads wait, all others are answered at once. */
export const fullQueues: Scenario = {
  name: 'full queues',
  notApplicable: () => (reportsProcessorTime() ? undefined : 'only where the system reports it'),
  run: async ({ environments, isShort }) =>
    withShop(environments, async (shop) => {
      const { url, pid } = shop.running()
      const deviations: string[] = []
      const counts: string[] = []
      let tries = 0
      const work = await queuedWork(url, isShort)
      const poll = () => request(url, 'GET', '/healthz')
      const costOfPoll = await averageTime(pid, poll)
      for (const { name, requests } of work) {
        const before = mainThreadTime(pid)
        let isDone = false
        const sent = Promise.all(requests.map((send) => send())).finally(() => {
          isDone = true
        })
        let longest = 0
        let polls = 0
        while (!isDone) {
          const startedAt = performance.now()
          await poll()
          polls += 1
          longest = Math.max(longest, performance.now() - startedAt)
          await setTimeout(PAUSE_MS)
        }
        const answers = await sent
        const each = (mainThreadTime(pid) - before - polls * costOfPoll) / requests.length
        tries += requests.length
        const unexpected = answers.find(({ status }) => !EXPECTED.includes(status))
        if (unexpected) deviations.push(`${name}: ${unexpected.status} ${unexpected.text}`)
        if (!answers.some(({ status }) => status !== 503)) deviations.push(`${name}: all refused`)
        if (longest > MAX_WAIT_MS) deviations.push(`${name}: /healthz took ${longest.toFixed()} ms`)
        if (each > MAX_THREAD_MS)
          deviations.push(`${name}: ${each.toFixed()} ms of the thread that answers requests`)
        counts.push(`${name}: ${requests.length}, ${longest.toFixed()} ms, ${each.toFixed()} ms`)
      }
      const counted = `requests, longest /healthz, and time of the main thread for each: ${counts.join('; ')}`
      return { tries, counted, deviations }
    }),
}

/** The average time of the thread that answers requests for one of them, in milliseconds, after the code is warm. */
async function averageTime(pid: number, send: () => Promise<unknown>): Promise<number> {
  for (let warm = 0; warm < POLLS; warm++) await send()
  const before = mainThreadTime(pid)
  for (let count = 0; count < POLLS; count++) await send()
  return (mainThreadTime(pid) - before) / POLLS
}
