import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { until } from '#prove/waiting.ts'
import type { DebianPrograms } from './debian-programs.ts'

const START_LIMIT_MS = 60_000
const STOP_LIMIT_MS = 15_000

export type Service = {
  name: string
  pid: number
  log: () => string
  /** Sends SIGTERM and waits for the end; SIGKILL after a while. */
  stop: () => Promise<void>
  /** Sends SIGKILL and waits for the end. */
  kill: () => Promise<void>
}

/** The programs that a deployment consists of, in one folder, all of which `stopAll` ends. */
export type Services = {
  folder: string
  find: DebianPrograms['find']
  env: NodeJS.ProcessEnv
  /** Runs a program as an ordinary user. It ends with this process at the latest. */
  start: (name: string, program: string, args: string[], env?: NodeJS.ProcessEnv) => Service
  stopAll: () => Promise<void>
}

export function createServices(folder: string, { find, env }: DebianPrograms): Services {
  const running = new Set<Service>()
  const start: Services['start'] = (name, program, args, more = {}) => {
    const logFile = join(folder, `${name}.log`)
    const output = openSync(logFile, 'a')
    const asNobody = ['--reuid=nobody', '--regid=nogroup', '--clear-groups', '--pdeathsig=KILL']
    const child = spawn('setpriv', [...asNobody, program, ...args], {
      cwd: folder,
      env: { ...env, ...more },
      detached: true,
      stdio: ['ignore', output, output],
    })
    const ended = once(child, 'exit')
    const end = async (signal: NodeJS.Signals) => {
      running.delete(service)
      signalGroup(child, signal)
      const late = setTimeout(() => signalGroup(child, 'SIGKILL'), STOP_LIMIT_MS)
      await ended
      clearTimeout(late)
    }
    const service: Service = {
      name,
      pid: child.pid ?? 0,
      log: () => readFileSync(logFile, 'utf8').split('\n').slice(-15).join('\n'),
      stop: () => end('SIGTERM'),
      kill: () => end('SIGKILL'),
    }
    running.add(service)
    return service
  }
  return {
    folder,
    find,
    env,
    start,
    stopAll: async () => {
      // In reverse, so that no proxy loses its servers first.
      for (const service of [...running].reverse()) await service.stop()
    },
  }
}

function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // It has ended.
  }
}

/** Gives a folder to the ordinary user that the services run as. */
export function giveToNobody(folder: string): void {
  execFileSync('chown', ['-R', 'nobody:nogroup', folder])
}

/** Waits until a port of this machine accepts connections. */
export async function waitForPort(service: Service, port: number): Promise<void> {
  await until(`${service.name} listens`, START_LIMIT_MS, () => canConnect(port)).catch((error) => {
    throw new Error(`${error.message}:\n${service.log()}`)
  })
}

function canConnect(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect(port, '127.0.0.1', () => resolve(true))
  socket.on('error', () => resolve(false))
  return promise.finally(() => socket.destroy())
}
