import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { createLineWriter } from './log.server.ts'
import { mountSmallDisk } from './testing/small-disk.ts'

test('a process whose log is on a full disk drops lines, goes on, says so later and can end', async (context) => {
  const disk = mountSmallDisk(1)
  if ('skipped' in disk) return context.skip(disk.skipped)
  onTestFinished(disk.unmount)
  const file = join(disk.folder, 'shop.log')
  const module = join(import.meta.dirname, 'log.server.ts')
  const script = `
    const { createLog } = await import(${JSON.stringify(module)})
    const log = createLog('info')
    for await (const line of (await import('node:readline')).createInterface(process.stdin)) {
      log.info(line)
      console.log('logged')
    }
    log.info('end')`
  const stderr = openSync(file, 'a')
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', stderr],
  })
  closeSync(stderr)
  onTestFinished(() => void child.kill('SIGKILL'))
  const { stdin, stdout } = child
  if (!stdin || !stdout) throw new Error('The process has no pipes')
  const answers = createInterface(stdout)
  const log = async (line: string) => {
    stdin.write(`${line}\n`)
    await once(answers, 'line')
  }
  await log('first')
  await disk.fill(0)
  // Longer than what is left of the file's last page, so that only a part of it fits.
  for (let lost = 0; lost < 3; lost++) await log('x'.repeat(5_000))
  disk.free()
  await log('second')
  await disk.fill(0)
  await log('x'.repeat(5_000))
  stdin.end()
  expect(await once(child, 'exit')).toEqual([0, null])
  const lines = readFileSync(file, 'utf8').split('\n')
  const messages = lines.map((line) => /"msg":"([^x"]+)"/.exec(line)?.[1]).filter(Boolean)
  expect(messages).toEqual(['first', 'Log lines could not be written', 'second'])
  expect(lines.find((line) => line.includes('"leftOut"'))).toContain('"leftOut":3')
})

test('a line after a part of a line begins anew', () => {
  let room = 3
  let file = ''
  const log = createLineWriter((text) => {
    const part = text.slice(0, room)
    room -= part.length
    file += part
    if (part === '') throw new Error('ENOSPC')
    return part.length
  })
  log.write('abcdef\n')
  log.write('lost\n')
  room = 1_000
  log.write('next\n')
  const [begun, leftOut = '', next] = file.split('\n')
  expect([begun, JSON.parse(leftOut).leftOut, next]).toEqual(['abc', 2, 'next'])
})
