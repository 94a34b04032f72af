import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createHangWatchdog } from './hang-watchdog.server.ts'

const module = join(import.meta.dirname, 'hang-watchdog.server.ts')

test.each([
  ['never resolves', 'new Promise(() => setInterval(() => {}, 1000))'],
  ['blocks the event loop', '{ for (;;); }'],
])('a call that %s ends the process with one line', async (_, call) => {
  const script = `
    const { createHangWatchdog } = await import(${JSON.stringify(module)})
    const watchdog = createHangWatchdog('/srv/data', 500)
    for (let call = 0; call < 100; call++) await watchdog.watch(async () => call)
    console.log('fine so far')
    await watchdog.watch(async () => ${call})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script])
  onTestFinished(() => void child.kill('SIGKILL'))
  const [said, logged] = [text(child.stdout), text(child.stderr)]
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
  expect(await said).toBe('fine so far\n')
  expect(JSON.parse(await logged).msg).toContain('database in /srv/data has not answered')
})

test('calls that return, fail or have a higher limit do not end the process', async () => {
  const watchdog = createHangWatchdog('/srv/data', 200)
  onTestFinished(watchdog.stop)
  expect(await watchdog.watch(async () => 'rows')).toBe('rows')
  await expect(watchdog.watch(() => Promise.reject(new Error('refused')))).rejects.toThrow(
    'refused',
  )
  watchdog.setLimit(60_000)
  const answer = Promise.withResolvers<string>()
  const slow = watchdog.watch(() => answer.promise)
  // Longer than the first limit; this process would not outlive it.
  setTimeout(() => answer.resolve('late'), 600)
  expect(await slow).toBe('late')
})
