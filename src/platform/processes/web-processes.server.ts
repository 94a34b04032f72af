import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import type { Log } from '#platform/log.server.ts'
import { answerMetricsRequests } from './cluster-metrics.server.ts'

/** Marks a process that is not the first, which opens the port only when ready. */
const LATER = 'WEB_PROCESS_LATER'
const READY = 'forgewell:ready'

const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 30_000
/** A process that ran this long did not fail at startup. */
const STABLE_MS = 60_000
// A process ends by itself within ten seconds.
const STOP_LIMIT_MS = 11_000

type Options = {
  count: number
  log: Pick<Log, 'warn' | 'error'>
  /** For tests. */
  firstPauseMs?: number
  stopLimitMs?: number
}

/** Whether this process only supervises the others. */
export function isSupervisor(count: number): boolean {
  return count > 1 && cluster.isPrimary
}

/** Whether other processes already serve the port, so that this one must be ready before it joins them. */
export function joinsOthers(): boolean {
  return process.env[LATER] === '1'
}

/** Keeps this process running while it only waits for its supervisor, if it has one. */
export function stayWithSupervisor(): void {
  if (cluster.isWorker) process.channel?.ref()
}

/** Reports to the supervisor, if any, that this process serves requests. */
export function reportReady(): void {
  if (cluster.isWorker) process.send?.(READY)
}

/**
 * Runs `count` copies of this program, which share their port, until SIGINT or SIGTERM. The first one
 * migrates and seeds before the others start. A process that dies is replaced, after a pause that
 * doubles while it keeps failing. Resolves with the exit code when all have ended.
 */
export async function superviseProcesses(options: Options): Promise<number> {
  const { count, log, firstPauseMs = FIRST_PAUSE_MS, stopLimitMs = STOP_LIMIT_MS } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const running = new Set<Worker>()
  answerMetricsRequests()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      stopping.abort()
      for (const { process } of running) process.kill('SIGTERM')
    })
  }

  /** Runs one process and returns its exit code; `onReady` is called when it serves requests. */
  const runOnce = async (isFirst: boolean, onReady: () => void): Promise<number> => {
    const worker = cluster.fork(isFirst ? {} : { [LATER]: '1' })
    running.add(worker)
    worker.on('message', (message) => message === READY && onReady())
    worker.on('error', (error) => log.error(error, 'A web process can’t be reached'))
    const ended = Promise.withResolvers<[code: number | null, killedBy: string | null]>()
    worker.process.once('exit', (...how) => ended.resolve(how))
    const [code, killedBy] = await ended.promise
    running.delete(worker)
    if (!signal.aborted) log.error(`A web process ended (${killedBy ?? `exit code ${code}`})`)
    return code ?? 1
  }

  /** Keeps one process running until the shop stops. Resolves early if the very first start fails. */
  const keepRunning = async (isFirst: boolean, onReady: () => void): Promise<number> => {
    let pause = firstPauseMs
    let wasReady = !isFirst
    for (let first = isFirst; ; first = false) {
      const startedAt = performance.now()
      const code = await runOnce(first, () => {
        wasReady = true
        onReady()
      })
      // The process itself has printed why it can't start.
      if (signal.aborted || !wasReady) return code
      if (performance.now() - startedAt > STABLE_MS) pause = firstPauseMs
      await setTimeout(pause, undefined, { signal }).catch(() => {})
      if (signal.aborted) return 0
      pause = Math.min(2 * pause, MAX_PAUSE_MS)
    }
  }

  const { promise: firstIsReady, resolve } = Promise.withResolvers<void>()
  const first = keepRunning(true, resolve)
  const failedAtStart = await Promise.race([first, firstIsReady])
  if (failedAtStart !== undefined) return failedAtStart
  const others = Array.from({ length: count - 1 }, () => keepRunning(false, () => {}))
  if (!signal.aborted) await once(signal, 'abort')
  let wasKilled = false
  void setTimeout(stopLimitMs, undefined, { ref: false }).then(() => {
    for (const { process } of running) wasKilled = process.kill('SIGKILL') || wasKilled
  })
  await Promise.all([first, ...others])
  return wasKilled ? 1 : 0
}

/** Each process's part of a limit for the whole machine, at least one. */
export function shareOf(limit: number, processes: number): number {
  return Math.max(1, Math.ceil(limit / processes))
}
