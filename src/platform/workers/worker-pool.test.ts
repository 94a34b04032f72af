import { expect, test } from 'vitest'
import type { count, echo, environmentNames, fail, hang } from './testing/worker-fixture.ts'
import { createWorkerPool, shopJobs, type WorkerJob } from './worker-pool.server.ts'
import { WorkerFailure, WorkerInterrupted, type WorkerKind } from './worker-process.server.ts'

const module = 'src/platform/workers/testing/worker-fixture.ts'
const kept: WorkerKind = { name: 'kept', timeoutMs: 10_000, keepMs: 10_000 }
const single: WorkerKind = { name: 'single', timeoutMs: 10_000 }
const echoIn = (kind: WorkerKind): WorkerJob<typeof echo> => ({ kind, module, function: 'echo' })

test('jobs take and return plain data, in kept processes or in new ones, without settings', async () => {
  const run = createWorkerPool()(shopJobs)
  const given = { at: new Date(0), bytes: Buffer.from('abc'), texts: ['x'] }
  const first = await run(echoIn(kept), given)
  expect(first.given).toEqual(given)
  expect(first.pid).not.toBe(process.pid)
  expect((await run(echoIn(kept), given)).pid).toBe(first.pid)
  const once = await run(echoIn(single), given)
  expect((await run(echoIn(single), given)).pid).not.toBe(once.pid)
  const names: WorkerJob<typeof environmentNames> = {
    kind: kept,
    module,
    function: 'environmentNames',
  }
  expect((await run(names)).filter((name) => !name.startsWith('NODE_'))).toEqual([])
})

test('a job that fails or hangs ends with its process, and the next one runs', async () => {
  const run = createWorkerPool()(shopJobs)
  const { pid } = await run(echoIn(kept), 1)
  const failing: WorkerJob<typeof fail> = { kind: kept, module, function: 'fail' }
  await expect(run(failing, 'burnt')).rejects.toThrow(/burnt.*worker-fixture/s)
  const hanging: WorkerJob<typeof hang> = {
    kind: { name: 'hanging', timeoutMs: 300 },
    module,
    function: 'hang',
  }
  await expect(run(hanging)).rejects.toThrow(WorkerFailure)
  expect((await run(echoIn(kept), 1)).pid).not.toBe(pid)
})

test('parts of a result come one by one, each after the one before was taken', async () => {
  const parts: string[] = []
  const onPart = async (part: number) => {
    parts.push(`begin ${part}`)
    await new Promise(setImmediate)
    parts.push(`end ${part}`)
  }
  const counting: WorkerJob<typeof count> = { kind: kept, module, function: 'count' }
  expect(await createWorkerPool()(shopJobs, { onPart })(counting, 2)).toBe(2)
  expect(parts).toEqual(['begin 0', 'end 0', 'begin 1', 'end 1'])
})

test('a job that is no longer wanted ends its process, and one that something else ends is a 503', async () => {
  const pool = createWorkerPool()
  const hanging: WorkerJob<typeof hang> = { kind: kept, module, function: 'hang' }
  const stop = new AbortController()
  const { pid } = await pool(shopJobs)(echoIn(kept), 1)
  const unwanted = pool(shopJobs, { signal: stop.signal })(hanging)
  stop.abort(new Error('cancelled'))
  await expect(unwanted).rejects.toThrow('cancelled')
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')

  const next = await pool(shopJobs)(echoIn(kept), 1)
  const killed = pool(shopJobs)(hanging)
  process.kill(next.pid, 'SIGKILL')
  await expect(killed).rejects.toThrow(WorkerInterrupted)
  await expect(killed).rejects.toMatchObject({ status: 503, body: { code: 'unavailable' } })
})
