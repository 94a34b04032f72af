import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#testing/shop-process.ts'

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
  const { code, said } = await runShopToItsEnd({ PORT: `${port}`, DATA_DIR: dataDir })
  occupant.close()
  expect(said).toContain(`Port ${port} is already in use`)
  expect(said).toContain('set PORT to another number')
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})

test('a DATA_DIR in use by another shop', async () => {
  const dataDir = copyOfTemplate()
  const running = await startTestShop({ DATA_DIR: dataDir })
  const { code, said } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(said).toContain(`DATA_DIR ${dataDir} is in use by another running shop`)
  expect(code).toBe(1)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('an unwritable DATA_DIR', async () => {
  // A file at this path fails even for root.
  const dataDir = join(process.execPath, 'data')
  const { code, said } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(said).toContain(`DATA_DIR ${dataDir} is not writable`)
  expect(said).toContain('set DATA_DIR to another folder')
  expect(code).toBe(1)
})

test('an unreachable DATABASE_URL', async () => {
  const url = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/shop`
  const { code, said } = await runShopToItsEnd({ ...(await ownPlace()), DATABASE_URL: url })
  expect(said).toContain('DATABASE_URL is not reachable')
  expect(said).toContain('unset DATABASE_URL to use the embedded database')
  expect(said).not.toContain('secret-word')
  expect(code).toBe(1)
})

test('broken settings: every one is listed', async () => {
  const { code, said } = await runShopToItsEnd({
    ...(await ownPlace()),
    PORT: 'many',
    SHOP_MODE: 'play',
    STRIPE_SECRET_KEY: 'sk_live_123',
  })
  expect(said).toContain('PORT ')
  expect(said).toContain('SHOP_MODE must be demo or live')
  expect(said).toContain('STRIPE_SECRET_KEY must be a test key')
  expect(code).toBe(1)
})

test('a live shop without its secrets', async () => {
  const { code, said } = await runShopToItsEnd({ ...(await ownPlace()), SHOP_MODE: 'live' })
  for (const name of ['PUBLIC_URL', 'AUTH_SECRET', 'ADMIN_PASSWORD', 'STRIPE_SECRET_KEY']) {
    expect(said).toContain(`${name} is missing`)
  }
  expect(code).toBe(1)
})

test('a demo exposed to the network', async () => {
  const { code, said } = await runShopToItsEnd({ ...(await ownPlace()), HOST: '0.0.0.0' })
  expect(said).toContain('HOST exposes this demo to the network')
  expect(said).toContain('DEMO_PUBLIC=1')
  expect(code).toBe(1)
})

test('a live shop on a demo’s data, until the operator goes live', async () => {
  test.setTimeout(240_000)
  const dataDir = copyOfTemplate()
  const settings = { ...live, DATA_DIR: dataDir, PORT: `${await freePort()}` }
  const { code, said } = await runShopToItsEnd(settings)
  expect(said).toContain('This database holds a demo’s logins, orders and payments')
  expect(said).toContain('npm run admin -- go-live')
  expect(code).toBe(1)

  const admin = join(import.meta.dirname, '../scripts/admin.mjs')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const { stdout } = await promisify(execFile)(process.execPath, [admin, 'go-live'], { env })
  expect(stdout).toContain('The demo’s logins, orders and payments are gone')

  const shop = await startTestShop({ ...live, DATA_DIR: dataDir })
  const logIn = async (email: string, password: string) => {
    const answer = await fetch(`${shop.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: live.PUBLIC_URL },
      body: JSON.stringify({ email, password }),
    })
    return answer.status
  }
  expect(await logIn(live.ADMIN_EMAIL, live.ADMIN_PASSWORD)).toBe(200)
  const demoPassword = readFileSync(join(dataDir, 'secrets/admin-password'), 'utf8')
  expect(await logIn('admin@forgewell.example', demoPassword)).toBe(401)
  const products: unknown[] = await (await fetch(`${shop.url}/api/products`)).json()
  expect(products.length).toBeGreaterThan(0)
  expect((await fetch(`${shop.url}/simulators/mail`)).status).toBe(404)
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

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
