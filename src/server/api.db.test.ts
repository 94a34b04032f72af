import { expect, test } from 'vitest'
import { z } from 'zod'
import { addProduct } from './testing/products.ts'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { callApi, signUp } from './testing/users.ts'

/** Sends exactly these bytes. */
async function openRawCalls() {
  const shop = await openTestShop()
  const { email, token } = await signUp(shop)
  const send = async (method: string, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    headers.set('Authorization', `Bearer ${token}`)
    const url = `${shopUrl}/api${path}`
    const answer = await shop.app.request(url, {
      method,
      duplex: 'half',
      ...init,
      headers,
    } as RequestInit)
    const text = await answer.text()
    expect(answer.headers.get('Content-Type')).toBe('application/json')
    expect(text).not.toMatch(/<|\bat .*\.[jt]s|node_modules/)
    return { status: answer.status, body: JSON.parse(text) }
  }
  return { shop, email, send }
}

const json = { 'Content-Type': 'application/json' }

test('a call that does not exist is 404 in JSON, whatever its method', async () => {
  const { send } = await openRawCalls()
  const notFound = { status: 404, body: { code: 'not-found', message: 'No such endpoint.' } }
  for (const path of ['', '/', '/nothing', '/products/1/2', '/purchase/a/b/c', '/%00', '/%E0%A4'])
    expect(await send('GET', path)).toEqual(notFound)
  for (const method of ['DELETE', 'PATCH', 'POST', 'PUT', 'OPTIONS'])
    expect(await send(method, '/productsCount')).toEqual(notFound)
})

test('a body that is not JSON is 400, and one of another type is 415', async () => {
  const { email, send } = await openRawCalls()
  const calls = [
    ['POST', '/perchase'],
    ['PUT', `/users/${email}`],
  ] as const
  for (const [method, path] of calls) {
    for (const body of ['{', '', 'null and void', '{"a":1}}', '\u0000'])
      expect(await send(method, path, { body, headers: json })).toMatchObject({
        status: 400,
        body: { code: 'malformed' },
      })
    for (const type of ['text/plain', 'text/html', 'application/x-www-form-urlencoded', 'application/xml'])
      expect(await send(method, path, { body: '{}', headers: { 'Content-Type': type } })).toMatchObject({
        status: 415,
        body: { code: 'malformed' },
      })
    expect((await send(method, path)).status).toBe(415)
    for (const body of ['null', '[]', '"x"', '1', 'true'])
      expect(await send(method, path, { body, headers: json })).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      })
  }
})

test('a body above 64 KB is 413, announced or streamed, for the identity calls too', async () => {
  const { email, send } = await openRawCalls()
  const tooLarge = { status: 413, body: { code: 'too-large' } }
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (c) => c.enqueue(new Uint8Array(10_000).fill(32)) })
  for (const path of ['/perchase', '/auth/sign-in/email', '/payments/webhook']) {
    expect(await send('POST', path, { body: ' '.repeat(65_537), headers: json })).toMatchObject(tooLarge)
    expect(await send('POST', path, { body: endless(), headers: json })).toMatchObject(tooLarge)
  }
  const profile = `{"city":"Malmö"}${' '.repeat(65_536 - 17)}`
  const whole = await send('PUT', `/users/${email}`, { body: profile, headers: json })
  expect(whole).toMatchObject({ status: 200, body: { city: 'Malmö' } })
})

test('the identity calls refuse in the same shape', async () => {
  const { send } = await openRawCalls()
  const path = '/auth/sign-in/email'
  const malformed = await send('POST', path, { body: '{', headers: json })
  expect(malformed.status).toBe(400)
  const wrongType = await send('POST', path, {
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
  })
  expect(wrongType.status).toBe(415)
  for (const { body } of [malformed, wrongType])
    expect(body).toEqual({ code: expect.any(String), message: expect.any(String) })
})

test('the description lists every path of the specification that is built', async () => {
  const { app } = await openTestShop()
  const { openapi, paths } = (await callApi(app, 'GET', '/openapi.json')).body
  expect(openapi).toBe('3.1.0')
  const listed = (path: string) => Object.keys(paths[path] ?? {}).sort()
  expect(listed('/products')).toContain('get')
  expect(listed('/productsCount')).toEqual(['get'])
  expect(listed('/products/{id}')).toContain('get')
  expect(listed('/products/quantity/{productId}')).toEqual(['put'])
  expect(listed('/users/{email}')).toEqual(expect.arrayContaining(['get', 'put']))
  expect(listed('/users/admin/{email}')).toContain('get')
  expect(listed('/perchase')).toEqual(['post'])
  expect(listed('/purchase')).toEqual(['get'])
  expect(listed('/purchase/{id}')).toEqual(['delete', 'get', 'put'])
  expect(listed('/purchase/payment/{id}')).toEqual(['get'])
})

test('the document’s schemas match the actual responses', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const { paths, components } = (await callApi(shop.app, 'GET', '/openapi.json')).body
  const fits = (route: string, method: string, { status, body }: { status: number; body: unknown }) => {
    const own = paths[route][method].responses[status]
    const answer = components.responses[own.$ref?.split('/').at(-1)] ?? own
    const { schema } = answer.content['application/json']
    const local = JSON.stringify({ ...schema, $defs: components.schemas })
    const described = JSON.parse(local.replaceAll('#/components/schemas/', '#/$defs/'))
    expect(z.fromJSONSchema(described).safeParse(body)).toMatchObject({ success: true })
    expect(z.fromJSONSchema(described).safeParse({ other: 1 }).success).toBe(false)
  }
  fits('/products', 'get', await jane.call('GET', '/products'))
  fits('/products', 'get', await jane.call('GET', '/products?size=0'))
  fits('/products/{id}', 'get', await jane.call('GET', `/products/${product.id}`))
  fits('/products/{id}', 'get', await jane.call('GET', '/products/unknown'))
  fits('/productsCount', 'get', await jane.call('GET', '/productsCount'))
  fits('/users/{email}', 'get', await jane.call('GET', `/users/${jane.email}`))
  fits('/users/admin/{email}', 'get', await jane.call('GET', `/users/admin/${jane.email}`))
  const order = { productId: product.id, quantity: 10, name: 'Jane', address: '1 Anvil Street' }
  const placed = await jane.call('POST', '/perchase', order)
  fits('/perchase', 'post', placed)
  fits('/perchase', 'post', await jane.call('POST', '/perchase', { ...order, quantity: 1 }))
  fits('/purchase/{id}', 'get', await jane.call('GET', `/purchase/${jane.email}`))
  const path = `/purchase/payment/${placed.body._id}`
  fits('/purchase/payment/{id}', 'get', await jane.call('GET', path))
  fits('/purchase/{id}', 'delete', await jane.call('DELETE', `/purchase/${placed.body._id}`))
  fits('/purchase/{id}', 'delete', await jane.call('DELETE', `/purchase/${placed.body._id}`))
})
