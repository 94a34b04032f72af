import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { createAdaptorServer } from '@hono/node-server'
import { expect, onTestFinished, test } from 'vitest'
import { image } from '#server/testing/images.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'

const MEGABYTE = 1024 * 1024
const type = 'multipart/form-data; boundary=x'
const start =
  '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
const end = '\r\n--x--\r\n'

/** Starts a listening shop; returns it with an admin's headers. */
async function openListeningShop() {
  const shop = await openTestShop()
  const { token } = await signUpAdmin(shop)
  const server = createAdaptorServer(shop.app)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
  const isWell = async () => {
    expect((await fetch(`http://127.0.0.1:${port}/api/productsCount`)).status).toBe(200)
    expect(readdirSync(shop.mediaFolder)).toEqual([])
  }
  return { shop, port, headers, isWell }
}

test('an upload above 5 MB gets a 413, and its connection is closed if it continues', {
  timeout: 120_000,
}, async () => {
  const { port, headers, isWell } = await openListeningShop()
  const send = async (bytes: number, length: object) => {
    const call = request({
      port,
      host: '127.0.0.1',
      path: '/api/images',
      method: 'POST',
      headers: { ...headers, ...length },
    })
    // An aborted request may report more than one error.
    call.on('error', () => {})
    call.end(Buffer.alloc(bytes))
    const [answer] = await once(call, 'response')
    const { message } = (await json(answer)) as { message: string }
    return [answer.statusCode, message]
  }
  const tooLarge = [413, 'The image is larger than 5 MB.']
  for (const size of [6 * MEGABYTE, 19 * MEGABYTE]) {
    expect(await send(size, { 'Content-Length': size })).toEqual(tooLarge)
    expect(await send(size, { 'Transfer-Encoding': 'chunked' })).toEqual(tooLarge)
  }
  // Whether the client reads the response before the connection closes is not deterministic.
  const endless = await send(40 * MEGABYTE, { 'Transfer-Encoding': 'chunked' }).catch(
    (error: NodeJS.ErrnoException) => error.code,
  )
  expect([tooLarge, 'ECONNRESET', 'EPIPE']).toContainEqual(endless)
  await isWell()
})

test('a wrong Content-Length stores nothing and does not crash the shop', async () => {
  const { port, headers, isWell } = await openListeningShop()
  const body = Buffer.concat([Buffer.from(start), await image('png'), Buffer.from(end)])
  const call = async (length: number, hangUp: boolean) => {
    const socket = connect(port, '127.0.0.1')
    // The shop may close the connection before everything is written.
    socket.on('error', () => {})
    const lines = Object.entries({ Host: 'shop.test', ...headers, 'Content-Length': length })
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
    socket.write(`POST /api/images HTTP/1.1\r\n${head}\r\n`)
    socket.write(body)
    if (hangUp) socket.end()
    return text(socket)
  }
  expect(await call(body.length - 50, false)).toMatch(/^HTTP\/1\.1 400/)
  expect(await call(body.length + 50, true)).not.toMatch(/^HTTP\/1\.1 200/)
  await isWell()
})

test('the ninth concurrent upload gets Retry-After and succeeds later', async () => {
  const shop = await openTestShop()
  const { token } = await signUpAdmin(shop)
  const png = await image('png')
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  /**
   * Uploads an image whose last bytes are sent when `wait` resolves; `isRead` resolves when the
   * shop has started to read it.
   */
  const upload = (wait?: Promise<void>) => {
    const { promise: isRead, resolve: begun } = Promise.withResolvers<void>()
    const pieces = [Buffer.concat([Buffer.from(start), png]), Buffer.from(end)]
    const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
      const piece = pieces.shift()
      if (pieces.length === 0) await wait
      if (!piece) return controller.close()
      controller.enqueue(piece)
      begun()
    }
    const body = new ReadableStream<Uint8Array>({ pull }, { highWaterMark: 0 })
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': type }
    const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit
    const answer = Promise.resolve(shop.app.request(`${shopUrl}/api/images`, init))
    return { answer, isRead }
  }
  const slow = Array.from({ length: 8 }, () => upload(gate))
  await Promise.all(slow.map(({ isRead }) => isRead))
  const ninth = await upload().answer
  expect([ninth.status, ninth.headers.get('Retry-After')]).toEqual([503, '5'])
  expect(await ninth.json()).toMatchObject({ code: 'unavailable' })
  open()
  const answers = await Promise.all(slow.map(({ answer }) => answer))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect((await upload().answer).status).toBe(200)
  expect(readdirSync(shop.mediaFolder)).toHaveLength(6)
})
