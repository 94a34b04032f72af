import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { isCountedPeer } from './connection-limit.server.ts'
import { listen, type ServerLimits, serverLimits } from './listen.server.ts'

async function openServer(limits: Partial<ServerLimits>) {
  const server = await listen('127.0.0.1', 0, { ...serverLimits, ...limits })
  onTestFinished(server.close)
  const handling = { requests: 0 }
  server.serve(async (request) => {
    handling.requests += 1
    return new Response(await request.text())
  })
  const open = async (sent = ''): Promise<Socket> => {
    const socket = connect(server.port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    await once(socket, 'connect')
    socket.on('error', () => {})
    socket.write(sent)
    return socket
  }
  return { server, open, handling }
}

/** Everything the server sent until it closed the connection. */
async function untilEnded(socket: Socket): Promise<string> {
  let output = ''
  socket.on('data', (chunk) => {
    output += chunk
  })
  if (!socket.closed) await once(socket, 'close')
  return output
}

const post = 'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 1000\r\n\r\n'

test('incomplete headers time out', async () => {
  const { open } = await openServer({ headersMs: 200 })
  expect(await untilEnded(await open('GET / HTTP/1.1\r\nHost: shop.test\r\n'))).toContain(' 408 ')
})

test('a connection that sends nothing times out', async () => {
  const { open } = await openServer({ headersMs: 200 })
  await untilEnded(await open())
})

test('an incomplete body times out', async () => {
  const { open } = await openServer({ bodyMs: 200 })
  expect(await untilEnded(await open(`${post}slow`))).toMatch(/^HTTP\/1.1 408 [\s\S]*\r\n\r\n$/)
})

test('an incomplete upload has longer', async () => {
  const { open } = await openServer({
    headersMs: 200,
    bodyMs: 200,
    uploadMs: 1_000,
    uploads: /^\/api\/images$/,
  })
  const upload = post.replace('POST / ', 'POST /api/images ')
  const ended: string[] = []
  const [form, other] = [await open(`${upload}slow`), await open(`${post}slow`)]
  const untilBoth = [
    untilEnded(form).then((output) => ended.push(`upload${output.slice(8, 12)}`)),
    untilEnded(other).then((output) => ended.push(`other${output.slice(8, 12)}`)),
  ]
  await Promise.all(untilBoth)
  expect(ended).toEqual(['other 408', 'upload 408'])
})

test('an idle connection times out', async () => {
  const { open } = await openServer({ idleMs: 200 })
  await untilEnded(await open(`${post}slow`))
})

test('too large headers are rejected', async () => {
  const { open } = await openServer({})
  const flood = Array.from({ length: 1000 }, (_, number) => `X-${number}: ${'x'.repeat(20)}\r\n`)
  const socket = await open(`GET / HTTP/1.1\r\nHost: shop.test\r\n${flood.join('')}\r\n`)
  expect(await untilEnded(socket)).toContain(' 431 ')
})

test.each([
  ['Content-Length: 4\r\nTransfer-Encoding: chunked', '0\r\n\r\nGET /next HTTP/1.1\r\n\r\n'],
  ['Content-Length: 4\r\nContent-Length: 5', 'abcde'],
  ['Transfer-Encoding: identity, chunked, x', '0\r\n\r\n'],
  ['Transfer-Encoding : chunked', '0\r\n\r\n'],
])('a request whose length is ambiguous is rejected: %j', async (headers, body) => {
  const { open } = await openServer({})
  const output = await untilEnded(
    await open(`POST / HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n\r\n${body}`),
  )
  expect(output).toMatch(/^HTTP\/1\.1 400 /)
  expect(output.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('TRACE returns nothing of the request', async () => {
  const { open } = await openServer({ idleMs: 200 })
  const output = await untilEnded(
    await open('TRACE / HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\nCookie: a=secret\r\n\r\n'),
  )
  expect(output).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(output).not.toContain('secret')
})

test('a connection beyond the limit takes the place of an idle one', async () => {
  const { server, open, handling } = await openServer({ connections: 2 })
  const [silent, inProgress] = [await open(), await open(`${post}slow`)]
  await expect.poll(() => handling.requests).toBe(1)
  const answered = await fetch(`http://127.0.0.1:${server.port}/`)
  expect(answered.ok).toBe(true)
  await untilEnded(silent)
  expect(inProgress.closed).toBe(false)
})

test('connections beyond the limit are dropped while all others are in use, and those continue', async () => {
  const { server, open, handling } = await openServer({ connections: 2 })
  const [first] = [await open(`${post}slow`), await open(`${post}slow`)]
  await expect.poll(() => handling.requests).toBe(2)
  await untilEnded(await open())
  first?.destroy()
  await expect
    .poll(() =>
      fetch(`http://127.0.0.1:${server.port}/`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true)
})

test('a connection beyond the limit takes the place of one whose body stopped arriving', async () => {
  const { server, open, handling } = await openServer({
    connections: 3,
    stalledMs: 1_000,
    perNetwork: { connections: 100, isCounted: () => true },
  })
  const stopped = await open(`${post}s`)
  const [first, second] = [await open(`${post}s`), await open(`${post}s`)]
  await expect.poll(() => handling.requests).toBe(3)
  const sending = setInterval(() => {
    first.write('l')
    second.write('l')
  }, 10)
  onTestFinished(() => clearInterval(sending))
  const answers = () =>
    fetch(`http://127.0.0.1:${server.port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
  await untilEnded(stopped)
  expect([first.closed, second.closed]).toEqual([false, false])
})

test('a connection beyond the limit takes the place of the body that has been arriving longest', async () => {
  const { server, open, handling } = await openServer({ connections: 3, unfinishedMs: 500 })
  const dripping = [await open(`${post}s`), await open(`${post}s`), await open(`${post}s`)]
  await expect.poll(() => handling.requests).toBe(3)
  const sending = setInterval(() => {
    for (const socket of dripping) socket.write('l')
  }, 10)
  onTestFinished(() => clearInterval(sending))
  const answers = () =>
    fetch(`http://127.0.0.1:${server.port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
  await untilEnded(dripping[0] as Socket)
})

test('one network has a limit of its own, and a closed connection makes room', async () => {
  const seen: string[] = []
  const isCounted = (ipAddress: string) => seen.push(ipAddress) > 0
  const { server, open } = await openServer({ perNetwork: { connections: 2, isCounted } })
  const [first] = [await open(), await open()]
  await untilEnded(await open())
  expect(new Set(seen)).toEqual(new Set(['127.0.0.1']))
  first?.destroy()
  const answers = () =>
    fetch(`http://127.0.0.1:${server.port}/`).then(
      ({ ok }) => ok,
      () => false,
    )
  await expect.poll(answers).toBe(true)
})

test.each([
  ['127.0.0.1', undefined, false],
  ['::1', undefined, false],
  ['::ffff:10.0.0.2', '10.0.0.2', false],
  ['10.0.0.2', undefined, true],
  ['10.0.0.3', '10.0.0.2', true],
  ['2001:db8::7', '10.0.0.2', true],
] as const)('connections of %s with the proxy %s are counted: %s', (peer, proxy, isCounted) => {
  expect(isCountedPeer(peer, proxy)).toBe(isCounted)
})

test('a request that is not admitted is not handled; direct responses need no admission', async () => {
  const { server, handling } = await openServer({})
  const isDirect = (url = '') => url.startsWith('/assets/')
  server.serve(
    async () => {
      handling.requests += 1
      return new Response('handled')
    },
    ({ url }, response) => {
      if (isDirect(url)) response.end('direct')
      return isDirect(url)
    },
    ({ url }, response, start) => {
      if (url === '/admitted') start()
      else response.writeHead(503).end()
    },
  )
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
    return `${response.status} ${await response.text()}`
  }
  expect(await get('/refused')).toBe('503 ')
  expect(handling.requests).toBe(0)
  expect(await get('/admitted')).toBe('200 handled')
  expect(await get('/assets/a.js')).toBe('200 direct')
  expect(handling.requests).toBe(1)
})

test('open connections do not prevent closing', async () => {
  const { server, open } = await openServer({ closingMs: 200 })
  const [, slow] = [await open(), await open(`${post}slow`)]
  await Promise.all([server.close(), untilEnded(slow)])
})

test('a request that arrives on an open connection while the server closes is answered, as the last', async () => {
  const { server, open } = await openServer({})
  const request = 'POST / HTTP/1.1\r\nHost: shop.test\r\nContent-Length: 4\r\n\r\nlast'
  const socket = await open(request)
  await once(socket, 'data')
  const closed = server.close()
  socket.write(request)
  expect(await untilEnded(socket)).toMatch(/^HTTP\/1\.1 200 [\s\S]*Connection: close[\s\S]*last$/i)
  await closed
})
