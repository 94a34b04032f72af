import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import openapiTypescript from 'openapi-typescript'
import { expect, onTestFinished, test } from 'vitest'
import { UPLOADS } from './api.server.ts'
import { cookieOf } from './testing/api-driver.ts'
import { intentOf, payByCard } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { callApi, signUp } from './testing/users.ts'

async function openDocumentedShop() {
  const shop = await openTestShop()
  const { status, body } = await callApi(shop.app, 'GET', '/openapi.json')
  expect(status).toBe(200)
  return { shop, document: body }
}

test('Redocly’s recommended rules find nothing', async () => {
  const { document } = await openDocumentedShop()
  const config = await createConfig({ extends: ['recommended'] })
  const problems = await lintFromString({
    source: JSON.stringify(document),
    absoluteRef: `${shopUrl}/openapi.json`,
    config,
  })
  const found = problems.map(
    ({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`,
  )
  expect(found).toEqual([])
})

test('whatever takes a file has the time of an upload', async () => {
  const { document } = await openDocumentedShop()
  const paths = Object.entries<{ post?: { requestBody?: { content: object } } }>(document.paths)
  const files = paths.flatMap(([path, { post }]) =>
    'multipart/form-data' in (post?.requestBody?.content ?? {}) ? path.replace('{id}', '7') : [],
  )
  expect(files.length).toBeGreaterThan(3)
  for (const path of files) expect(`/api${path}`).toMatch(UPLOADS)
  expect('/api/products/imports/7/rows/2').not.toMatch(UPLOADS)
})

test('the patterns match the values that the shop accepts', async () => {
  const { document } = await openDocumentedShop()
  const patternOf = (path: string) => new RegExp(document.paths[path].get.parameters[0].schema.pattern, 'u')
  expect('jane@example.com').toMatch(patternOf('/users/{email}'))
  expect('jane').not.toMatch(patternOf('/users/{email}'))
  expect(JSON.stringify(document)).not.toMatch(/"pattern":"[^"]*\$\/[a-z]+"/)
})

// Written by hand from the document alone: register, order, pay.
const CLIENT = `
import createClient from 'openapi-fetch'
import type { paths } from './api.d.ts'

export type Pay = (clientSecret: string) => Promise<string>

export async function orderAndPay(fetch: typeof globalThis.fetch, pay: Pay): Promise<string> {
  const shop = createClient<paths>({ baseUrl: 'http://shop.test/api', fetch })
  const email = 'jane@example.com'
  const buyer = { name: 'Jane Buyer', email, password: 'correct horse' }
  const signedUp = await shop.POST('/auth/sign-up/email', { body: buyer })
  if (signedUp.error) throw new Error(signedUp.error.message)

  const path = { params: { path: { email } } }
  const { data } = await shop.PUT('/users/{email}', { ...path, body: { email } })
  if (!data || !('token' in data)) throw new Error('No token')
  const headers = { Authorization: \`Bearer \${data.token}\` }

  const products = await shop.GET('/products', { params: { query: { size: 1, page: 0 } } })
  const [product] = products.data ?? []
  if (!product) throw new Error('Nothing is sold')
  const order = await shop.POST('/perchase', {
    headers,
    body: {
      productId: product._id,
      quantity: product.minQuantity,
      name: buyer.name,
      address: '1 Anvil Street',
    },
  })
  if (!order.data) throw new Error(order.error?.message)

  const id = order.data._id
  const payable = await shop.GET('/purchase/payment/{id}', { headers, params: { path: { id } } })
  if (!payable.data) throw new Error(payable.error?.message)
  const transactionId = await pay(payable.data.clientSecret)
  const paid = await shop.PUT('/purchase/{id}', {
    headers,
    params: { path: { id } },
    body: { transactionId },
  })
  if (!paid.data) throw new Error(paid.error?.message)
  return paid.data.transactionId ?? ''
}
`
const OPTIONS = '--noEmit --strict --skipLibCheck --module nodenext --target esnext --types node'

test('a call with an empty last parameter has the refusals of the list that it reaches', async () => {
  const { shop, document } = await openDocumentedShop()
  const { token } = await signUp(shop)
  for (const list of ['/purchase', '/purchaseCount', '/users']) {
    const answer = await callApi(shop.app, 'GET', `${list}/?state=cancelled`, { token })
    expect([list, answer.status]).toEqual([list, 403])
    const paths = Object.keys(document.paths).filter((path) => path.startsWith(`${list}/{`))
    const [described = ''] = paths.filter((path) => /\{\w+\}$/.test(path))
    expect(document.paths[described].get.responses, list).toHaveProperty('403')
  }
})

test('a client made of it by openapi-typescript compiles, orders and pays', {
  tags: 'long',
}, async () => {
  const { shop, document } = await openDocumentedShop()
  // Beside the packages that it imports.
  const folder = mkdtempSync(join('node_modules', '.client-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'client.mts')
  writeFileSync(join(folder, 'api.d.ts'), await openapiTypescript(document))
  writeFileSync(file, CLIENT)
  const compiler = join('node_modules', 'typescript', 'bin', 'tsc')
  const options = [...OPTIONS.split(' '), '--allowImportingTsExtensions', '--ignoreConfig', file]
  execFileSync(process.execPath, [compiler, ...options], { stdio: 'pipe', encoding: 'utf8' })

  await addProduct(shop.db)
  let cookie = ''
  const fetch = async (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input, init)
    request.headers.set('Origin', shopUrl)
    if (cookie) request.headers.set('Cookie', cookie)
    const answer = await shop.app.fetch(request)
    cookie ||= cookieOf(answer)
    return answer
  }
  const pay = async (clientSecret: string) => {
    const intent = intentOf(clientSecret)
    await payByCard(shop, intent)
    return intent
  }
  const { orderAndPay } = await import(/* @vite-ignore */ resolve(file))
  expect(await orderAndPay(fetch, pay)).toMatch(/^pi_/)
})
