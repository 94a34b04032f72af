import { Worker } from 'node:worker_threads'

export type HangWatchdog = {
  /** Runs one call into the database; a call that exceeds the limit ends this process. */
  watch: <Result>(call: () => Promise<Result>) => Promise<Result>
  setLimit: (limitMs: number) => void
  stop: () => Promise<void>
}

const TICKS_PER_LIMIT = 10

/**
 * Ends this process with SIGKILL and one log line when a call into the embedded database does not
 * return within the limit. PGlite can spin forever, for example after a full disk at the end of a
 * WAL segment, and then blocks the event loop: only another thread can notice, and only a new
 * process recovers. Time is counted in ticks, so that a suspended machine counts none.
 */
export function createHangWatchdog(dataDir: string, limitMs: number): HangWatchdog {
  const tickMs = Math.max(20, limitMs / TICKS_PER_LIMIT)
  const ticksIn = (ms: number) => Math.ceil(ms / tickMs)
  // The number of the running call or 0, and how many ticks it may take.
  const calls = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
  calls[1] = ticksIn(limitMs)
  const worker = new Worker(watchdog, {
    eval: true,
    name: 'hang-watchdog',
    workerData: { calls, tickMs, dataDir },
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 2 },
  })
  worker.unref()
  let last = 0
  return {
    watch: async (call) => {
      last = last === 2 ** 31 - 1 ? 1 : last + 1
      Atomics.store(calls, 0, last)
      try {
        return await call()
      } finally {
        Atomics.store(calls, 0, 0)
      }
    },
    setLimit: (ms) => Atomics.store(calls, 1, ticksIn(ms)),
    stop: async () => void (await worker.terminate()),
  }
}

// Inline plain JavaScript, so that it runs both from the build and from tests.
const watchdog = `
const { workerData } = require('node:worker_threads')
const { writeSync } = require('node:fs')
const { calls, tickMs, dataDir } = workerData
let seen = 0
let ticks = 0
setInterval(() => {
  const call = Atomics.load(calls, 0)
  ticks = call !== 0 && call === seen ? ticks + 1 : 0
  seen = call
  if (ticks < Atomics.load(calls, 1)) return
  const seconds = Math.round((ticks * tickMs) / 1000)
  const msg = 'The embedded database in ' + dataDir + ' has not answered for ' + seconds +
    ' seconds: this process ends now. Free disk space if the disk is full, and start it again.'
  try {
    writeSync(2, JSON.stringify({ level: 60, time: Date.now(), msg }) + '\\n')
  } finally {
    process.kill(process.pid, 'SIGKILL')
  }
}, tickMs)
`
