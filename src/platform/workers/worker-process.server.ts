import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { HttpRefusal } from '#platform/http/http-errors.ts'

const PROGRAM = 'src/platform/workers/worker-program.server.ts'

/** The limits of processes for one kind of job. */
export type WorkerKind = {
  name: string
  /** A job that takes longer ends with its process. */
  timeoutMs: number
  /** How long a process waits for the next job; by default each job gets a new one. */
  keepMs?: number
  /** A process with more memory ends. */
  memoryBytes?: number
  env?: Record<string, string>
}

/** A function of a source file and its arguments, as a process is told to call it. */
export type WorkerCall = { module: string; function: string; args: unknown[] }

/** What a process answers: parts of the result, each after the one before was taken, and the rest. */
export type WorkerAnswer = { part: unknown } | { result: unknown } | { error: string }

/** What is done with the parts of a result, and when a job is no longer wanted. */
export type JobOptions = {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the job yields
  onPart?: (part: any) => Promise<void>
  signal?: AbortSignal
}

/** A job failed, or its process crashed, hung or filled the memory. */
export class WorkerFailure extends Error {}

/** Something else ended the process, such as a system without memory: its input is not at fault. */
export class WorkerInterrupted extends HttpRefusal {
  constructor() {
    const text = 'The shop was interrupted while it worked on this. Please try again.'
    super(503, 'unavailable', text, { headers: { 'Retry-After': '5' } })
  }
}

/** How a process ends that has filled its memory. */
export const MEMORY_SIGNAL = 'SIGUSR2'
/** How it ends when something else ends it. */
const FOREIGN_SIGNALS = ['SIGKILL', 'SIGTERM', 'SIGINT', 'SIGHUP']

export type WorkerProcess = ReturnType<typeof startWorkerProcess>

/**
 * Starts a process for jobs, at low priority, so that a malicious or large input does not affect the
 * shop. It gets no environment variables but those of its kind, so it has no secrets. It ends with
 * this process.
 */
export function startWorkerProcess({ timeoutMs, memoryBytes = 0, env = {} }: WorkerKind) {
  const child = fork(resolve(PROGRAM), [String(memoryBytes)], {
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
    env,
  })
  // Without a listener, an error between two jobs would end the shop.
  child.on('error', () => {})
  return {
    isAlive: () => child.connected,
    /** Returns the result of a call; afterwards, unless it failed, another call may follow. */
    call: async (call: WorkerCall, { onPart, signal: wanted }: JobOptions = {}): Promise<unknown> => {
      wanted?.throwIfAborted()
      child.ref()
      child.channel?.ref()
      const settled = new AbortController()
      const { signal } = settled
      let isOurs = false
      const kill = () => {
        isOurs = true
        child.kill('SIGKILL')
      }
      const timer = setTimeout(kill, timeoutMs)
      wanted?.addEventListener('abort', kill, { signal })
      try {
        const ended = once(child, 'exit', { signal }).then(([, killedBy]) => {
          wanted?.throwIfAborted()
          if (!isOurs && FOREIGN_SIGNALS.includes(killedBy)) throw new WorkerInterrupted()
          throw new WorkerFailure(`The process of ${call.function} ended`)
        })
        // While a part is taken, nobody waits for it.
        ended.catch(() => {})
        child.send(call)
        for (;;) {
          const answered = once(child, 'message', { signal })
          const [answer] = (await Promise.race([answered, ended])) as [WorkerAnswer]
          if ('error' in answer) throw new WorkerFailure(answer.error)
          if ('result' in answer) return answer.result
          await onPart?.(answer.part)
          timer.refresh()
          child.send('next')
        }
      } finally {
        clearTimeout(timer)
        settled.abort()
        // A process that waits for a job does not keep this one alive.
        child.unref()
        child.channel?.unref()
      }
    },
    end: () => {
      if (child.connected) child.disconnect()
    },
  }
}
