import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { limitRequests } from '#platform/http/limits/request-limit.server.ts'
import { type Handler, listen, serverLimits } from './listen.server.ts'

const MOST = 64
// More than the buffers of both ends take.
const LARGE = Buffer.alloc(4 * 1024 * 1024)

/** A server on a real port that handles 64 requests at once. */
async function openServer(handle: Handler) {
  const server = await listen('127.0.0.1', 0, { ...serverLimits, closingMs: 100 })
  onTestFinished(server.close)
  const admit = limitRequests({
    most: MOST,
    perNetwork: MOST,
    waiting: 0,
    waitMs: 1_000,
    ipAddressOf: () => null,
    refuse: (_, response) => response.writeHead(503).end(),
  })
  const handling = { requests: 0 }
  server.serve(
    (request) => {
      handling.requests += 1
      return handle(request, {})
    },
    undefined,
    admit,
  )
  return {
    handling,
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

test('clients that do not finish their bodies take no places', async () => {
  const { handling, send, visit } = await openServer(echo)
  const sent = Array.from({ length: MOST + 16 }, () => send(headers))
  const sockets = await Promise.all(sent)
  await expect.poll(() => handling.requests, { timeout: 10_000 }).toBe(sockets.length)
  expect(await visit(40)).toEqual([200])
  for (const socket of sockets) {
    socket.write('late')
    socket.resume()
  }
  await Promise.all(sockets.map((socket) => once(socket, 'data')))
  expect(await visit(40)).toEqual([200])
})

test('clients that do not read their responses take no places', async () => {
  const stream = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => {
        controller.enqueue(LARGE)
      },
    })
  const { handling, send, visit } = await openServer((request) =>
    request.url.endsWith('/visit') ? new Response('ok') : new Response(stream()),
  )
  const get = 'GET /large HTTP/1.1\r\nHost: shop.test\r\n\r\n'
  await Promise.all(Array.from({ length: MOST }, () => send(get)))
  await expect.poll(() => handling.requests, { timeout: 10_000 }).toBe(MOST)
  await expect.poll(() => visit(1), { timeout: 10_000 }).toEqual([200])
  expect(await visit(40)).toEqual([200])
})
