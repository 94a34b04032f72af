import { once } from 'node:events'
import { connect } from 'node:net'
import { type RawBuilder, sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDb, type Db } from '#platform/database/database.server.ts'
import { listen } from '#platform/http/listen.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { freePort } from '#platform/testing/free-port.ts'
import { openGoogleShop } from '#testing/google.ts'
import { addProduct } from '#testing/products.ts'
import { openTestShop, shopUrl } from '#testing/test-shop.ts'
import { callApi, signUp } from '#testing/users.ts'

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
    '/api/orders/batch',
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

test('without a database, what is no call of the API says so too, and when to try again', async () => {
  const nowhere = new pg.Pool({ host: '127.0.0.1', port: await freePort() })
  onTestFinished(() => nowhere.end())
  const { pool } = await createTestDatabase()
  const { app } = await openTestShop({ pool, db: createDb(nowhere) })
  const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } }
  for (const path of ['/metrics', '/sitemap.xml', '/readyz']) {
    const { status, headers } = await app.request(shopUrl + path, {}, local)
    expect([path, status, headers.get('Retry-After')]).toEqual([path, 503, '5'])
  }
})

test('an order of an account that closes at this moment is answered as signed out', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const product = await addProduct(shop.db)
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  // The user is deleted between the authentication and the insert of the order.
  await closeAccountsBefore(shop.db, sql`update on product`)
  for (const headers of [[], [['Idempotency-Key', 'a']]] as [string, string][][]) {
    const { status, body } = await jane.call('POST', '/perchase', order, headers)
    expect([status, body.code]).toEqual([401, 'not-signed-in'])
  }
})

test('a login of an account that closes at this moment leaves no session', async () => {
  const shop = await openTestShop()
  const { email, password } = await signUp(shop)
  // The user is deleted between the check of the password and the insert of the session.
  await closeAccountsBefore(shop.db, sql`insert on session`)
  const before = await shop.db.selectFrom('session').selectAll().execute()
  const { status, body } = await callApi(shop.app, 'POST', '/auth/sign-in/email', {
    body: { email, password },
  })
  expect([status, body.code]).toEqual([401, 'not-signed-in'])
  expect(await shop.db.selectFrom('session').selectAll().execute()).toEqual(before)
})

/** Closes all accounts just before this change of a row, in its transaction. */
async function closeAccountsBefore(db: Db, change: RawBuilder<unknown>): Promise<void> {
  await sql`
    create function close_accounts() returns trigger language plpgsql as $$
    begin
      update account set closed_at = now();
      return new;
    end $$;
    create trigger race before ${change} for each row execute function close_accounts();
  `.execute(db)
}
