import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { mountSmallDisk } from '#platform/testing/small-disk.ts'
import {
  callShop,
  getAccessToken,
  type Login,
  overNetwork,
  placeOrder,
  type Send,
  signIn,
  signUp,
} from '#server/testing/api-driver.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#server/testing/shop-process.ts'

// A failed start prints one sentence with the remedy and exits with code 1.
let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgewell-refusal-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an occupied port: nothing is created', async () => {
  const port = await freePort()
  const occupant = await listenOn(port)
  const dataDir = join(folder, 'data')
  const { code, output } = await runShopToItsEnd({ PORT: `${port}`, DATA_DIR: dataDir })
  occupant.close()
  expect(output).toContain(`Port ${port} is already in use`)
  expect(output).toContain('set PORT to another number')
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})

test('a DATA_DIR in use by another shop', async () => {
  const dataDir = copyOfTemplate()
  const running = await startTestShop({ DATA_DIR: dataDir })
  const { code, output } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(output).toContain(`DATA_DIR ${dataDir} is in use by another running shop`)
  expect(code).toBe(1)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an unwritable DATA_DIR', async () => {
  // A file at this path fails even for root.
  const dataDir = join(process.execPath, 'data')
  const { code, output } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(output).toContain(`DATA_DIR ${dataDir} is not writable`)
  expect(output).toContain('set DATA_DIR to another folder')
  expect(code).toBe(1)
})

test('a DATA_DIR on a read-only disk', async () => {
  const disk = mountSmallDisk(256)
  if ('skipped' in disk) return test.skip(true, disk.skipped)
  try {
    const template = copyOfTemplate()
    const dataDir = join(disk.folder, 'data')
    execFileSync('cp', ['--archive', template, dataDir])
    rmSync(template, { recursive: true })
    execFileSync('mount', ['-o', 'remount,ro', disk.folder])
    const settings = { PORT: `${await freePort()}`, DATA_DIR: dataDir }
    const { code, output } = await runShopToItsEnd(settings)
    expect(output).toContain(`DATA_DIR ${dataDir} is not writable`)
    expect(code).toBe(1)
    execFileSync('mount', ['-o', 'remount,rw', disk.folder])
    const shop = await startTestShop({ DATA_DIR: dataDir })
    expect((await fetch(`${shop.url}/api/productsCount`)).status).toBe(200)
    await shop.stop()
  } finally {
    disk.unmount()
  }
})

test('an unreachable DATABASE_URL', async () => {
  const url = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/shop`
  const { code, output } = await runShopToItsEnd({ ...(await ownPlace()), DATABASE_URL: url })
  expect(output).toContain('DATABASE_URL is not reachable')
  expect(output).toContain('unset DATABASE_URL to use the PostgreSQL server that the shop brings')
  expect(output).not.toContain('secret-word')
  expect(code).toBe(1)
})

test('broken settings: every one is listed', async () => {
  const { code, output } = await runShopToItsEnd({
    ...(await ownPlace()),
    PORT: 'many',
    SHOP_MODE: 'play',
    STRIPE_SECRET_KEY: 'sk_live_123',
  })
  expect(output).toContain('PORT ')
  expect(output).toContain('SHOP_MODE must be demo or live')
  expect(output).toContain('STRIPE_SECRET_KEY must be a test key')
  expect(code).toBe(1)
})

test('a live shop without its secrets', async () => {
  const { code, output } = await runShopToItsEnd({ ...(await ownPlace()), SHOP_MODE: 'live' })
  for (const name of ['PUBLIC_URL', 'AUTH_SECRET', 'ADMIN_PASSWORD', 'STRIPE_SECRET_KEY']) {
    expect(output).toContain(`${name} is missing`)
  }
  expect(code).toBe(1)
})

test('a live shop whose secrets can be guessed', async () => {
  const { code, output } = await runShopToItsEnd({
    ...live,
    ...(await ownPlace()),
    AUTH_SECRET: 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF',
    ADMIN_PASSWORD: 'ForgewellAdmin2026',
  })
  expect(output).toContain('AUTH_SECRET is too easy to guess')
  expect(output).toContain('ADMIN_PASSWORD is too easy to guess')
  expect(output).not.toContain('ForgewellAdmin2026')
  expect(code).toBe(1)
})

test('a demo exposed to the network', async () => {
  const { code, output } = await runShopToItsEnd({ ...(await ownPlace()), HOST: '0.0.0.0' })
  expect(output).toContain('HOST exposes this demo to the network')
  expect(output).toContain('DEMO_PUBLIC=1')
  expect(code).toBe(1)
})

test('a demo that has sold goes live: nothing of it stays but who registered', async () => {
  test.setTimeout(300_000)
  const dataDir = copyOfTemplate()
  const demo = await startTestShop({ DATA_DIR: dataDir })
  const product = await firstProduct(demo.url)
  if (!product) throw new Error('The demo has no product')
  await sellTwice(demo.url, product)
  // Visitors see the stock of up to a second ago.
  await expect
    .poll(async () => (await firstProduct(demo.url))?.quantity)
    .toBe(product.quantity - 2 * product.minQuantity)
  await demo.stop()

  const settings = { ...live, DATA_DIR: dataDir, PORT: `${await freePort()}` }
  const { code, output } = await runShopToItsEnd(settings)
  expect(output).toContain('This database holds a demo’s logins, orders and payments')
  expect(output).toContain('npm run admin -- go-live')
  expect(code).toBe(1)

  const command = join(import.meta.dirname, '../../scripts/command.mjs')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [command, 'admin', 'go-live'], {
    env,
  })
  expect(stdout).toContain('The demo is gone: logins, orders, payments')

  const shop = await startTestShop({ ...live, DATA_DIR: dataDir })
  // A live shop answers only under its public URL, as a proxy passes it on.
  const send: Send = (path, { headers, ...init }) => {
    headers.set('Origin', live.PUBLIC_URL)
    return fetch(`${shop.url}${path}`, { ...init, headers })
  }
  const logIn = async (login: Login) =>
    (await callShop(send, 'POST', '/api/auth/sign-in/email', { body: login })).status
  const owner = { email: live.ADMIN_EMAIL, password: live.ADMIN_PASSWORD }
  expect(await logIn(owner)).toBe(200)
  const demoPassword = readFileSync(join(dataDir, 'secrets/admin-password'), 'utf8')
  expect(await logIn({ email: 'admin@forgewell.example', password: demoPassword })).toBe(401)
  expect(await firstProduct(shop.url)).toBeUndefined()
  // Users who registered in the demo may log in, without the demo's orders.
  const token = await getAccessToken(send, buyer.email, await signIn(send, buyer))
  const orders = await callShop(send, 'GET', `/api/purchase/${buyer.email}`, { token })
  expect(orders).toMatchObject({ status: 200, body: [] })
  expect((await fetch(`${shop.url}/simulators/mail`)).status).toBe(404)
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const buyer = { name: 'Jane Buyer', email: 'jane@buyer.example', password: 'correct horse battery' }

type StockedProduct = { _id: string; quantity: number; minQuantity: number }

async function firstProduct(url: string): Promise<StockedProduct | undefined> {
  const [product] = await (await fetch(`${url}/api/products?size=1&page=0`)).json()
  return product
}

/** A new buyer places two orders of a product's minimum and pays one of them. */
async function sellTwice(url: string, { _id, minQuantity }: StockedProduct): Promise<void> {
  const send = overNetwork(url)
  const token = await getAccessToken(send, buyer.email, await signUp(send, buyer))
  const order = { productId: _id, quantity: minQuantity, name: buyer.name, address: 'Sheffield' }
  await placeOrder(send, token, order)
  const paid = await placeOrder(send, token, order)
  const { body } = await callShop(send, 'GET', `/api/purchase/payment/${paid}`, { token })
  const { clientSecret, publishableKey } = body
  const [intent] = /^pi_[^_]+/.exec(clientSecret) ?? ['']
  const form = { client_secret: clientSecret, payment_method: 'pm_card_visa' }
  const confirmed = await fetch(`${url}/simulators/stripe/v1/payment_intents/${intent}/confirm`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${publishableKey}` },
    body: new URLSearchParams(form),
  })
  expect(confirmed.status).toBe(200)
  const reported = await callShop(send, 'PUT', `/api/purchase/${paid}`, {
    token,
    body: { transactionId: intent },
  })
  expect(reported.status).toBe(200)
}

const live = {
  SHOP_MODE: 'live',
  PUBLIC_URL: 'https://shop.example',
  TRUSTED_PROXY: 'none',
  SELLER_NAME: 'Forgewell Ltd',
  SELLER_ADDRESS: '1 Anvil Street; Detroit',
  SELLER_TAX_ID: '12-3456789',
  TAX_PERCENT: '0',
  AUTH_SECRET: '5d1f0c9e7ab34862d05b9c1e6f7a8340',
  PASSWORD_POLICY: 'strict',
  ADMIN_EMAIL: 'owner@shop.example',
  ADMIN_PASSWORD: 'nine hammers in the attic',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_9fKq2LxVb7RtZ0mWc4YhDn8PsGu3JeXa',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'shop@shop.example',
}

async function ownPlace(): Promise<{ PORT: string; DATA_DIR: string }> {
  return { PORT: `${await freePort()}`, DATA_DIR: folder }
}

function listenOn(port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
