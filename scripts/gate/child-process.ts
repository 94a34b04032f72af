import { AsyncLocalStorage } from 'node:async_hooks'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'

const KILL_AFTER_MS = 5_000
const LAST_LINES_MS = 1_000
const root = join(import.meta.dirname, '../..')
const running = new Set<ChildProcess>()
let stopping = false

/** Begins each line of a program's output, when several run side by side. */
export const outputLabel = new AsyncLocalStorage<string>()

/**
 * Runs a program and waits for it to exit. It inherits the output, or its lines begin with the
 * `outputLabel`. Returns the exit code.
 */
export async function run(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  if (stopping) return 130
  const label = outputLabel.getStore()
  const output = label === undefined ? 'inherit' : 'pipe'
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      // The project's programs come first, including its Node.
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
      ...environment,
    },
    stdio: ['ignore', output, output],
    // A separate process group, so that its child processes can be stopped with it.
    detached: true,
  })
  running.add(child)
  const printed = Promise.all([child.stdout, child.stderr].map((text) => print(text, label)))
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    signalGroup(child, 'SIGKILL')
    running.delete(child)
    // A process that left the group may hold the pipe, so the end of the output is not awaited for long.
    await Promise.race([printed, setTimeout(LAST_LINES_MS, undefined, { ref: false })])
  }
}

async function print(text: Readable | null, label: string | undefined): Promise<void> {
  if (!text) return
  for await (const line of createInterface(text)) console.log(`${label} │ ${line}`)
}

/** On SIGINT, SIGTERM or SIGHUP, stops the running programs. */
export function stopChildrenOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const child of running) {
        signalGroup(child, 'SIGTERM')
        globalThis.setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref()
      }
    })
  }
}

/** Returns whether a stop signal was received. */
export function isStopping(): boolean {
  return stopping
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch {
    // The process group has already exited.
  }
}
