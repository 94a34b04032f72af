import { type APIRequestContext, expect } from '@playwright/test'
import type { Send } from '#server/testing/api-driver.ts'
import * as driver from '#server/testing/api-driver.ts'

export type Buyer = { name: string; email: string; password: string }

/** Calls the API with the cookies of a browser context, which stores those of the responses. */
export function withCookies(calls: APIRequestContext): Send {
  return async (path, { method, headers, body }) => {
    const answer = await calls.fetch(path, {
      method,
      // Playwright reuses idle connections until the moment when the server closes them.
      maxRetries: 1,
      headers: Object.fromEntries(headers),
      ...(body !== undefined && { data: body }),
    })
    const answered = answer.headersArray().map(({ name, value }): [string, string] => [name, value])
    return new Response(new Uint8Array(await answer.body()), {
      status: answer.status(),
      headers: answered,
    })
  }
}

/** Returns calls of the API as a signed-in user, whose answers must be successful. */
export async function callAs(send: Send, { email }: { email: string }) {
  const token = await driver.getAccessToken(send, email)
  return async (method: string, path: string, body?: unknown) => {
    const answer = await driver.callShop(send, method, `/api${path}`, { body, token })
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBe(200)
    return answer.body
  }
}

/** Registers a user through the API; the session cookie stays in the caller's context. */
export async function signUp(calls: APIRequestContext, buyer: Buyer): Promise<void> {
  await driver.signUp(withCookies(calls), buyer)
}

/** Orders a product's minimum, of the first product unless one is named, as the signed-in user; returns the order's id. */
export async function placeOrder(calls: APIRequestContext, buyer: Buyer, productName?: string) {
  const send = withCookies(calls)
  const token = await driver.getAccessToken(send, buyer.email)
  const product = await findProduct(calls, productName)
  return driver.placeOrder(send, token, {
    productId: product._id,
    quantity: product.minQuantity,
    name: buyer.name,
    address: '1 Anvil Street, Sheffield',
  })
}

export type PlacedOrder = { _id: string; number: string; lines: { _id: string }[] }

/** Places one order of the minimum of each of these products, as the signed-in user. */
export async function placeOrderOf(
  calls: APIRequestContext,
  buyer: Buyer,
  names: string[],
): Promise<PlacedOrder> {
  const products = await Promise.all(names.map((name) => findProduct(calls, name)))
  const call = await callAs(withCookies(calls), buyer)
  return call('POST', '/orders', {
    lines: products.map(({ _id, minQuantity }) => ({ productId: _id, quantity: minQuantity })),
    name: buyer.name,
    address: '1 Anvil Street, Sheffield',
  })
}

/** Starts one payment of the signed-in user's orders; returns its id and total in dollars. */
export async function startPayment(calls: APIRequestContext, buyer: Buyer, orderIds: string[]) {
  const call = await callAs(withCookies(calls), buyer)
  const { _id, total } = await call('POST', '/payments', { orderIds })
  return { id: String(_id), total: Number(total) }
}

/** Pays order lines of the signed-in user together, for tests of what follows. */
export async function payLines(calls: APIRequestContext, buyer: Buyer, lineIds: string[]) {
  const send = withCookies(calls)
  await driver.payLines(send, await driver.getAccessToken(send, buyer.email), lineIds)
}

type Product = {
  _id: string
  name: string
  quantity: number
  minQuantity: number
  perPrice: number
}

/** The product of this name, or the first one. */
export async function findProduct(calls: APIRequestContext, name?: string): Promise<Product> {
  const products: Product[] = await (await calls.get(`/api/products?size=1000&page=0`)).json()
  const product = products.find((product) => name === undefined || product.name === name)
  if (!product) throw new Error(`There is no tool ${name}`)
  return product
}

/** The link of the verification mail, once it is in the inbox. */
export async function mailedLink(calls: APIRequestContext, email: string): Promise<string> {
  const find = async () => {
    const mails = await (
      await calls.get('/simulators/mail', { headers: { Accept: 'application/json' } })
    ).json()
    const mail = mails.find(({ to }: { to: string }) => to === email)
    return /\S+\/verify-email\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  }
  await expect.poll(find).not.toBe('')
  return find()
}

/** Confirms a user's e-mail by its mailed link. */
export async function confirmEmail(calls: APIRequestContext, email: string): Promise<void> {
  const { searchParams } = new URL(await mailedLink(calls, email))
  const token = encodeURIComponent(searchParams.get('token') ?? '')
  const answer = await calls.get(`/api/auth/verify-email?token=${token}`)
  expect(answer.status()).toBe(200)
}
