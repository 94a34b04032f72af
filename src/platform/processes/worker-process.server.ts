import { fork } from 'node:child_process'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'

type WorkerOptions = {
  /** Afterwards the process is killed. */
  timeoutMs: number
  env?: Record<string, string>
}

/**
 * Runs a program for one input in a separate process, so that a malicious file that crashes, hangs or
 * fills the memory does not affect the shop. The process gets no environment variables but `env`, so
 * it has no secrets. Returns null if it ended without a result.
 */
export async function runInProcess<Result>(
  program: string,
  input: Uint8Array,
  { timeoutMs, env = {} }: WorkerOptions,
): Promise<Result | null> {
  const child = fork(resolve(program), {
    execArgv: [],
    serialization: 'advanced',
    stdio: 'ignore',
    env,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  })
  try {
    return await new Promise((resolve, reject) => {
      child.once('message', (result) => resolve(result as Result))
      child.once('exit', () => resolve(null))
      child.once('error', reject)
      child.send(input)
    })
  } finally {
    if (child.connected) child.disconnect()
  }
}

/**
 * Ends this process when it exceeds a memory limit: a small file can unpack to gigabytes. A separate
 * thread watches, because the main thread is busy unpacking.
 */
export function limitMemory(maxBytes: number): void {
  new Worker(
    `setInterval(() => {
      if (process.memoryUsage.rss() > ${maxBytes}) process.kill(process.pid, 'SIGKILL')
    }, 20)`,
    { eval: true },
  ).unref()
}

/** Answers the input of `runInProcess` with the result of `work`. */
export function answerInput(work: (input: Uint8Array) => Promise<unknown>): void {
  process.on('message', async (input: Uint8Array) => {
    process.send?.(await work(input))
  })
  process.on('disconnect', () => process.exit())
}
