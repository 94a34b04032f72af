import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { copyOfTemplate, startTestShop, type TestShop } from '#testing/shop-process.ts'

const KILLS = 10
const BUYERS = 8
const ORDERS_BEFORE_A_KILL = 100
const ADMIN = 'admin@forgewell.example'

type Tool = { _id: string; quantity: number; minQuantity: number }
type Stored = { _id: string; quantity: number; productId: string }

test('ten times kill -9 under load: every acknowledged order and all stock are there', async () => {
  test.setTimeout(180_000)
  const dataDir = copyOfTemplate()
  const password = readFileSync(join(dataDir, 'secrets/admin-password'), 'utf8')
  const acknowledged = new Set<string>()
  // One account stands for many buyers here.
  const settings = { DATA_DIR: dataDir, OPEN_ORDER_LIMIT: '100000' }
  let shop = await startTestShop(settings)
  const before = await allTools(shop)
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      const token = await logIn(shop, password)
      const place = (tool: Tool) => placeOrder(shop, token, tool)
      await orderUntilKilled(shop, before, place, acknowledged)
      shop = await startTestShop(settings)
    }
    const token = await logIn(shop, password)
    const stored: Stored[] = await (await call(shop, 'GET', '/purchase', { token })).json()
    const ids = new Set(stored.map(({ _id }) => _id))
    expect(acknowledged.size).toBeGreaterThanOrEqual(KILLS * ORDERS_BEFORE_A_KILL)
    expect([...acknowledged].filter((id) => !ids.has(id))).toEqual([])
    expect(ids.size).toBe(stored.length)

    const sold = (tool: Tool) =>
      stored
        .filter(({ productId }) => productId === tool._id)
        .reduce((sum, { quantity }) => sum + quantity, 0)
    const expected = before.map((tool) => [tool._id, tool.quantity - sold(tool)])
    const left = (await allTools(shop)).map((tool) => [tool._id, tool.quantity])
    expect(left).toEqual(expected)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

/** Buyers order tool after tool as fast as they can; in the midst of it the shop is killed. */
async function orderUntilKilled(
  shop: TestShop,
  tools: Tool[],
  place: (tool: Tool) => Promise<string | null>,
  acknowledged: Set<string>,
): Promise<void> {
  const enough = acknowledged.size + ORDERS_BEFORE_A_KILL
  const end: { killed?: Promise<void> } = {}
  const buy = async () => {
    for (const tool of [...tools, ...tools]) {
      if ('killed' in end) return
      const id = await place(tool)
      if (id) acknowledged.add(id)
      if (acknowledged.size >= enough) end.killed ??= shop.kill()
    }
  }
  await Promise.all(Array.from({ length: BUYERS }, buy))
  await end.killed
}

/** The id of an order that the shop acknowledged; null when it refused, or died before answering. */
async function placeOrder(shop: TestShop, token: string, tool: Tool): Promise<string | null> {
  const { _id: productId, minQuantity: quantity } = tool
  const body = { productId, quantity, name: 'Owen Owner', address: '1 Anvil Street' }
  try {
    const answer = await call(shop, 'POST', '/perchase', { token, body })
    return answer.ok ? (await answer.json())._id : null
  } catch {
    return null
  }
}

async function allTools(shop: TestShop): Promise<Tool[]> {
  return (await call(shop, 'GET', '/products/')).json()
}

async function logIn(shop: TestShop, password: string): Promise<string> {
  const login = { email: ADMIN, password }
  const signedIn = await call(shop, 'POST', '/auth/sign-in/email', { body: login })
  const cookie = signedIn.headers.getSetCookie().join('; ')
  const answer = await call(shop, 'PUT', `/users/${ADMIN}`, { cookie, body: { email: ADMIN } })
  return (await answer.json()).token
}

function call(
  shop: TestShop,
  method: string,
  path: string,
  { token, cookie, body }: { token?: string; cookie?: string; body?: object } = {},
) {
  return fetch(`${shop.url}/api${path}`, {
    method,
    headers: {
      Origin: shop.url,
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(cookie && { Cookie: cookie }),
      ...(body && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}
