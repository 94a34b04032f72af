import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { freePort } from '#platform/testing/free-port.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#testing/shop-process.ts'

// Whatever keeps the shop from starting is said in one sentence with its remedy, and exit code 1.
let folder: string
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'forgewell-refusal-'))
})
test.afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('an occupied port: nothing is made', async () => {
  const port = await freePort()
  const occupant = await listenOn(port)
  const dataDir = join(folder, 'data')
  const { code, said } = await runShopToItsEnd({ PORT: `${port}`, DATA_DIR: dataDir })
  occupant.close()
  expect(said).toContain(`Port ${port} is taken by another program`)
  expect(said).toContain('set PORT to another number')
  expect(code).toBe(1)
  expect(existsSync(dataDir)).toBe(false)
})

test('a DATA_DIR that another shop holds', async () => {
  const dataDir = copyOfTemplate()
  const running = await startTestShop({ DATA_DIR: dataDir })
  const { code, said } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(said).toContain(`DATA_DIR ${dataDir} is in use by another running shop`)
  expect(code).toBe(1)
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  await running.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('a DATA_DIR that can not be written', async () => {
  // A file in its way stops everybody, root included.
  const dataDir = join(process.execPath, 'data')
  const { code, said } = await runShopToItsEnd({ PORT: `${await freePort()}`, DATA_DIR: dataDir })
  expect(said).toContain(`DATA_DIR ${dataDir} can't be written`)
  expect(said).toContain('set DATA_DIR to another folder')
  expect(code).toBe(1)
})

test('a DATABASE_URL that does not answer', async () => {
  const url = `postgres://nobody:secret-word@127.0.0.1:${await freePort()}/shop`
  const { code, said } = await runShopToItsEnd({ ...(await ownPlace()), DATABASE_URL: url })
  expect(said).toContain('DATABASE_URL does not answer')
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

async function ownPlace(): Promise<{ PORT: string; DATA_DIR: string }> {
  return { PORT: `${await freePort()}`, DATA_DIR: folder }
}

function listenOn(port: number): Promise<Server> {
  const server = createServer()
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)))
}
