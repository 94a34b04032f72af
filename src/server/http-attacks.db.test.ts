import { once } from 'node:events'
import { connect } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDb } from '#platform/database/database.server.ts'
import { listen } from '#platform/http/listen/listen.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openGoogleShop } from './testing/google.ts'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { signUp } from './testing/users.ts'

test('a multipart form without a boundary at the sign-in with Google is malformed', async () => {
  const { app } = await openGoogleShop()
  const answer = await app.request(`${shopUrl}/api/auth/sign-in/google`, {
    method: 'POST',
    headers: { Origin: shopUrl, 'Content-Type': 'multipart/form-data' },
    body: 'from=/',
  })
  expect([answer.status, (await answer.json()).code]).toEqual([400, 'malformed'])
})

test('a client that disconnects during the body causes no 500', async () => {
  const shop = await openTestShop()
  const { token } = await signUp(shop)
  const server = await listen('127.0.0.1', 0)
  onTestFinished(server.close)
  const statuses: Promise<number>[] = []
  server.serve((request, env) => {
    const answer = Promise.resolve(shop.app.fetch(request, env))
    statuses.push(answer.then(({ status }) => status))
    return answer
  })
  const paths = [
    '/api/perchase',
    '/api/orders',
    '/api/contact',
    '/api/images',
    '/api/payments/webhook',
    '/api/auth/sign-in/email',
    '/api/auth/sign-up/email',
    '/api/auth/request-password-reset',
    '/api/auth/sign-out',
  ]
  for (const path of paths) {
    for (const length of ['Content-Length: 1000', 'Transfer-Encoding: chunked']) {
      const seen = statuses.length
      const socket = connect(server.port, '127.0.0.1')
      await once(socket, 'connect')
      const head = `POST ${path} HTTP/1.1\r\nHost: shop.test\r\nOrigin: ${shopUrl}\r\nContent-Type: application/json\r\nAuthorization: Bearer ${token}\r\n${length}\r\n\r\n`
      socket.write(`${head}${length.startsWith('T') ? '8\r\n{"name":\r\n' : '{"name":'}`)
      await expect.poll(() => statuses.length).toBe(seen + 1)
      socket.destroy()
      expect(`${path} ${length}: ${await statuses[seen]}`).not.toMatch(/: 5/)
    }
  }
})

test('without a database, routes outside the API also respond 503 with Retry-After', async () => {
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  onTestFinished(() => nowhere.end())
  const { pool } = await createTestDatabase()
  const { app } = await openTestShop({ pool, db: createDb(nowhere) })
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  for (const path of ['/sitemap.xml', '/readyz']) {
    const { status, headers } = await app.request(shopUrl + path, {}, local)
    expect([path, status, headers.get('Retry-After')]).toEqual([path, 503, '5'])
  }
})
