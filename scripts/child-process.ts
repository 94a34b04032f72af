import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'

const KILL_AFTER_MS = 5_000
const root = join(import.meta.dirname, '..')
const running = new Set<ChildProcess>()
let stopping = false

/** Runs a program with inherited output and waits for it to exit. Returns the exit code. */
export async function run(
  program: string,
  args: string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<number> {
  if (stopping) return 130
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      // The project's programs come first, including its Node.
      PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`,
      ...(!process.stdout.isTTY && { NO_COLOR: '1' }),
      ...environment,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    // A separate process group, so that its child processes can be stopped with it.
    detached: true,
  })
  running.add(child)
  try {
    const [code] = await once(child, 'exit')
    return code ?? 1
  } finally {
    signalGroup(child, 'SIGKILL')
    running.delete(child)
  }
}

/** On SIGINT, SIGTERM or SIGHUP, stops the running programs. */
export function stopChildrenOnSignal(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stopping = true
      for (const child of running) {
        signalGroup(child, 'SIGTERM')
        setTimeout(() => signalGroup(child, 'SIGKILL'), KILL_AFTER_MS).unref()
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
