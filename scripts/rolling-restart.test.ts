import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const deploy = join(import.meta.dirname, '../deploy')
const read = (name: string) => readFileSync(join(deploy, name), 'utf8')

/** Runs the script against a copy of the configuration, with programs that only write down their calls. */
function openMachine(conf = read('nginx-two-processes.conf')) {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-rolling-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string) => join(folder, name)
  writeFileSync(path('nginx.conf'), conf)
  writeFileSync(path('log'), '')
  const program = (name: string, lines: string) =>
    writeFileSync(path(name), `#!/bin/sh\n${lines}\n`, { mode: 0o755 })
  program(
    'nginx',
    'echo "nginx $(sed -n "s/^ *server 127.0.0.1:\\([^;]*\\);/\\1/p" "$D/nginx.conf" | tr "\\n" ,)" >>"$D/log"',
  )
  // With the file "hang", a restart waits for a signal to continue; with "broken", no process is ready after it.
  program(
    'systemctl',
    'echo "$*" >>"$D/log"; [ ! -e "$D/broken" ] || touch "$D/down-$(echo "$2" | tr -dc 0-9)"; [ ! -e "$D/hang" ] || cat "$D/hang"',
  )
  program('curl', '[ ! -e "$D/down-$(echo "$5" | grep -o "3[0-9]*")" ]')
  const start = (...ports: string[]) => {
    const restart = 'systemctl restart forgewell@$1'
    const args = [join(deploy, 'rolling-restart.sh'), path('nginx.conf'), restart, ...ports]
    const env = { PATH: `${folder}:${process.env.PATH}`, D: folder }
    return spawn('sh', args, {
      env: { ...env, DRAIN_SECONDS: '0', READY_SECONDS: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  }
  return {
    path,
    start,
    run: async (...ports: string[]) => {
      const script = start(...ports)
      const complaints = text(script.stderr)
      const [code] = await once(script, 'close')
      return { code, complaints: await complaints }
    },
    conf: () => readFileSync(path('nginx.conf'), 'utf8'),
    /** The calls since the last look. */
    log: () => {
      const lines = readFileSync(path('log'), 'utf8').trim().split('\n')
      writeFileSync(path('log'), '')
      return lines
    },
  }
}

const [UP, FIRST_DOWN, SECOND_DOWN] = [
  'nginx 3001 max_fails=0,3002 max_fails=0,',
  'nginx 3001 max_fails=0 down,3002 max_fails=0,',
  'nginx 3001 max_fails=0,3002 max_fails=0 down,',
]
const BOTH = [FIRST_DOWN, 'restart forgewell@3001', UP, SECOND_DOWN, 'restart forgewell@3002', UP]

test('each process is taken out, restarted and used again, one after the other', async () => {
  const { run, log, conf } = openMachine()
  const before = conf()
  expect(await run('3001', '3002')).toEqual({ code: 0, complaints: '' })
  expect(log()).toEqual(BOTH)
  expect(conf()).toBe(before)
})

test('a process that is not ready stays out, the other is not touched, and a retry fixes both', async () => {
  const { run, log, conf, path } = openMachine()
  const before = conf()
  writeFileSync(path('broken'), '')
  const aborted = await run('3001', '3002')
  expect(aborted.code).toBe(1)
  expect(aborted.complaints).toContain('port 3001 is not ready; it stays marked down')
  expect(log()).toEqual([FIRST_DOWN, 'restart forgewell@3001'])

  const again = await run('3001', '3002')
  expect(again.code).toBe(1)
  expect(log()).toEqual([FIRST_DOWN, 'restart forgewell@3001'])
  // The one that still runs is not taken out while the other is.
  expect(await run('3002')).toMatchObject({ code: 1 })
  expect(log()).toEqual([''])

  rmSync(path('broken'))
  rmSync(path('down-3001'))
  expect(await run('3001', '3002')).toEqual({ code: 0, complaints: '' })
  expect(log()).toEqual(BOTH)
  expect(conf()).toBe(before)
})

test('a process that is marked up but not ready does not count as the other one', async () => {
  const { run, log, conf, path } = openMachine()
  const before = conf()
  writeFileSync(path('down-3002'), '')
  expect(await run('3001')).toMatchObject({ code: 1 })
  expect(log()).toEqual([''])
  expect(conf()).toBe(before)
})

test('marks that earlier runs doubled are removed', async () => {
  const doubled = read('nginx-two-processes.conf').replace('3001 max', '3001 down down max')
  const { run, log, conf } = openMachine(doubled)
  expect(await run('3001', '3002')).toMatchObject({ code: 0 })
  expect(log()).toEqual(BOTH)
  expect(conf()).toBe(read('nginx-two-processes.conf'))
})

test('an interrupted run leaves a process that is ready in use', async () => {
  const { start, log, conf, path } = openMachine()
  const before = conf()
  const fifo = spawn('mkfifo', [path('hang')])
  await once(fifo, 'close')
  expect(existsSync(path('hang'))).toBe(true)
  const script = start('3001', '3002')
  await expect.poll(() => readFileSync(path('log'), 'utf8'), { timeout: 10_000 }).toContain('restart')
  script.kill('SIGTERM')
  writeFileSync(path('hang'), 'go on')
  const [code] = await once(script, 'close')
  expect(code).toBe(143)
  expect(log()).toEqual([FIRST_DOWN, 'restart forgewell@3001', UP])
  expect(conf()).toBe(before)
})

test('an unknown port is refused before anything is changed', async () => {
  const { run, log } = openMachine()
  expect(await run('3001', '300')).toMatchObject({ code: 1 })
  expect(log()).toEqual([''])
})

test('the template unit is the unit with a port', () => {
  const withoutPort = read('forgewell@.service')
    .replace(', process at port %i', '')
    .replace(/^# Set here.*\n/m, '')
    .replace('/usr/bin/env PORT=%i ', '')
  expect(withoutPort).toBe(read('forgewell.service'))
})
