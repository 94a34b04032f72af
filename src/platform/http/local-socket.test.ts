import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { askLocalSocket, LOCAL_SOCKET, openLocalSocket } from './local-socket.server.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgewell-socket-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const echo = async (question: unknown) => ({ heard: question })

test('requests get responses, also concurrently, and none after closing', async () => {
  expect(await askLocalSocket(folder, 'ping')).toBeUndefined()
  const server = await openLocalSocket(folder, echo)
  const answers = await Promise.all([1, 'två', { three: 3 }].map((q) => askLocalSocket(folder, q)))
  expect(answers).toEqual([{ heard: 1 }, { heard: 'två' }, { heard: { three: 3 } }])
  await server.close()
  expect(await askLocalSocket(folder, 'ping')).toBeUndefined()
  expect(existsSync(join(folder, LOCAL_SOCKET))).toBe(false)
})

test('only the owner can access the socket', async () => {
  const server = await openLocalSocket(folder, echo)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, LOCAL_SOCKET)).mode & 0o777).toBe(0o600)
  await server.close()
})

test('a leftover socket is replaced, and malformed requests are harmless', async () => {
  const killed = await openLocalSocket(folder, echo)
  const server = await openLocalSocket(folder, echo)
  for (const noise of ['', 'GET / HTTP/1.1\r\n\r\n', '{']) {
    await new Promise<void>((done) => {
      const socket = connect(join(folder, LOCAL_SOCKET), () => socket.end(noise))
      socket.on('error', () => {}).on('close', () => done())
      socket.resume()
    })
  }
  expect(await askLocalSocket(folder, 'well?')).toEqual({ heard: 'well?' })
  await server.close()
  await killed.close()
})
