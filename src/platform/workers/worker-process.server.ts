import { fork } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'

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

/** What a process answers. */
export type WorkerAnswer = { result: unknown } | { error: string }

/** A job failed, or its process crashed, hung or filled the memory. */
export class WorkerFailure extends Error {}

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
    call: async (call: WorkerCall): Promise<unknown> => {
      child.ref()
      child.channel?.ref()
      const settled = new AbortController()
      const { signal } = settled
      const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
      try {
        const answered = once(child, 'message', { signal })
        const ended = once(child, 'exit', { signal }).then(() => {
          throw new WorkerFailure(`The process of ${call.function} ended`)
        })
        child.send(call)
        const [answer] = (await Promise.race([answered, ended])) as [WorkerAnswer]
        if ('error' in answer) throw new WorkerFailure(answer.error)
        return answer.result
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
