import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createLoadShedding } from '#platform/http/limits/load-shedding.server.ts'
import { type Handler, listen, serverLimits } from './listen.server.ts'

const FIRST = 64
// More than the buffers of both ends take.
const LARGE = Buffer.alloc(4 * 1024 * 1024)

/** A guarded server on a real port, with a manual clock for load shedding. */
async function openServer(handle: Handler) {
  let time = 0
  const server = await listen('127.0.0.1', 0, { ...serverLimits, closingMs: 100 })
  onTestFinished(server.close)
  const { admit } = createLoadShedding({
    most: 256,
    priorityOf: () => 'ordinary',
    refuse: (_, response) => response.writeHead(503).end(),
    now: () => time,
  })
  const handling = { requests: 0, aborted: 0 }
  server.serve(
    (request, env) => {
      handling.requests += 1
      request.signal.addEventListener('abort', () => {
        handling.aborted += 1
      })
      return handle(request, env)
    },
    undefined,
    admit,
  )
  return {
    handling,
    pass: (milliseconds: number) => {
      time += milliseconds
    },
    send: async (text: string): Promise<Socket> => {
      const socket = connect(server.port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      socket.on('error', () => {})
      await once(socket, 'connect')
      socket.pause()
      socket.write(text)
      return socket
    },
    /** The statuses of `count` visitors who come at the same time. */
    visit: async (count: number) => {
      const visits = Array.from({ length: count }, async () => {
        const response = await fetch(`http://127.0.0.1:${server.port}/visit`)
        await response.text()
        return response.status
      })
      return [...new Set(await Promise.all(visits))]
    },
  }
}

const headers = 'POST /contact HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 4\r\n\r\n'

const echo: Handler = async (request) => new Response(await request.text())

test('clients that do not finish their bodies take no slots and do not lower the limit', async () => {
  const { handling, pass, send, visit } = await openServer(echo)
  const sent = Array.from({ length: FIRST + 16 }, () => send(headers))
  const sockets = await Promise.all(sent)
  await expect.poll(() => handling.requests, { timeout: 10_000 }).toBe(sockets.length)
  for (let window = 0; window < 3; window++) {
    expect(await visit(40)).toEqual([200])
    pass(300)
  }
  // Their late bodies do not look like slow responses either.
  for (const socket of sockets) {
    socket.write('late')
    socket.resume()
  }
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  pass(300)
  expect(await visit(40)).toEqual([200])
})

test('clients that leave in the middle of their bodies do not lower the limit', async () => {
  const { handling, pass, send, visit } = await openServer(echo)
  const sockets = await Promise.all(Array.from({ length: FIRST }, () => send(headers)))
  await expect.poll(() => handling.requests, { timeout: 10_000 }).toBe(sockets.length)
  pass(200)
  const closed = sockets.map((socket) => once(socket, 'close'))
  for (const socket of sockets) socket.destroy()
  await Promise.all(closed)
  await expect.poll(() => handling.aborted, { timeout: 10_000 }).toBe(sockets.length)
  pass(100)
  expect(await visit(40)).toEqual([200])
})

test('clients that do not read their responses take no slots and do not lower the limit', async () => {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(LARGE)
      },
    })
  const { handling, pass, send, visit } = await openServer((request) =>
    request.url.endsWith('/visit') ? new Response('ok') : new Response(stream()),
  )
  const get = 'GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n'
  await Promise.all(Array.from({ length: FIRST }, () => send(get)))
  await expect.poll(() => handling.requests, { timeout: 10_000 }).toBe(FIRST)
  await expect.poll(() => visit(1), { timeout: 10_000 }).toEqual([200])
  for (let window = 0; window < 3; window++) {
    expect(await visit(40)).toEqual([200])
    pass(300)
  }
})
