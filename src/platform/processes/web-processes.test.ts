import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#platform/testing/free-port.ts'
import { shareOf } from './web-processes.server.ts'

const PATIENT = { timeout: 20_000 }

/** Starts the fixture's two processes; `output` returns all that they printed. */
async function startProgram(env: Record<string, string> = {}) {
  const port = await freePort()
  const program = spawn(process.execPath, [join(import.meta.dirname, 'web-process-fixture.ts')], {
    env: { ...process.env, PORT: `${port}`, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const ended = once(program, 'close')
  onTestFinished(() => void program.kill('SIGKILL'))
  /** Each request opens a connection, which goes to the processes in turn. */
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) =>
      get({ port, path, host: '127.0.0.1', agent: false }, (reply) => resolve(text(reply))).on(
        'error',
        reject,
      ),
    )
  const pids = () => output.match(/(?<=(first|later) )\d+/g)?.map(Number) ?? []
  return { program, ended, ask, pids, output: () => output }
}

test('two processes share a port; the second starts after the first', async () => {
  const { program, ended, ask, pids, output } = await startProgram()
  await expect.poll(pids, PATIENT).toHaveLength(2)
  expect(output()).toMatch(/first \d+\s+later \d+/)
  const answered = await Promise.all(Array.from({ length: 10 }, () => ask('/')))
  expect(new Set(answered.map(Number))).toEqual(new Set(pids()))
  // Each process has counted its own requests; the page shows all of them.
  expect(await ask('/metrics')).toContain('requests 10')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a process that dies is replaced, and the others go on serving', async () => {
  const { program, ended, ask, pids, output } = await startProgram()
  await expect.poll(pids, PATIENT).toHaveLength(2)
  const died = Number(await ask('/end'))
  await expect.poll(pids, PATIENT).toHaveLength(3)
  expect(output()).toContain('A web process ended (exit code 3)')
  const alive = pids().filter((pid) => pid !== died)
  const answered = await Promise.all(Array.from({ length: 10 }, () => ask('/')))
  expect(new Set(answered.map(Number))).toEqual(new Set(alive))
  const [killed] = alive
  process.kill(killed as number, 'SIGKILL')
  await expect.poll(pids, PATIENT).toHaveLength(4)
  expect(output()).toContain('A web process ended (SIGKILL)')
  program.kill('SIGTERM')
  expect(await ended).toEqual([0, null])
})

test('a first process that can’t start ends all with its exit code', async () => {
  const { ended, output } = await startProgram({ FAILS: 'at start' })
  expect(await ended).toEqual([7, null])
  expect(output().match(/A web process ended/g)).toHaveLength(1)
})

test('a process that does not stop in time is killed', async () => {
  const { program, ended, pids } = await startProgram({ FAILS: 'to stop' })
  await expect.poll(pids, PATIENT).toHaveLength(2)
  program.kill('SIGTERM')
  expect(await ended).toEqual([1, null])
  for (const pid of pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a limit for the machine is divided between its processes', () => {
  expect([shareOf(100, 1), shareOf(100, 3), shareOf(1, 4)]).toEqual([100, 34, 1])
})
