import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { freePort } from '#platform/testing/free-port.ts'
import { type PostgresServer, startPostgres } from '#platform/testing/postgres-server.ts'
import { copyOfTemplate, runShopToItsEnd, startTestShop } from '#server/testing/shop-process.ts'

test.setTimeout(300_000)

let server: PostgresServer
test.beforeAll(async () => {
  server = await startPostgres({ durable: false })
})
test.afterAll(() => server?.stop())

test('four machines start concurrently on one empty database and share one set of data', async () => {
  const dataDir = copyOfTemplate()
  const settings = { DATABASE_URL: server.url, DATA_DIR: dataDir }
  const starting = Array.from({ length: 4 }, () => startTestShop(settings))
  const started = await Promise.allSettled(starting)
  const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  try {
    expect(started.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'))
    const pool = new pg.Pool({ connectionString: server.url })
    const { rows } = await pool.query(`select
      (select count(*)::int from account) as logins,
      (select count(distinct name)::int - count(*)::int from product) as doubled,
      (select count(*)::int from product where image = '') as bare,
      (select count(*)::int from installation) as entries`)
    await pool.end()
    expect(rows).toEqual([{ logins: 2, doubled: 0, bare: 0, entries: 3 }])
    const lists = running.map(async ({ url }) => (await fetch(`${url}/api/products/`)).json())
    for (const list of await Promise.all(lists)) {
      expect(list.length).toBeGreaterThan(0)
      expect((await fetch(`${running[0]?.url}${list[0].imgURL}`)).status).toBe(200)
    }

    const folder = mkdtempSync(join(tmpdir(), 'forgewell-other-machine-'))
    const other = { ...settings, PORT: `${await freePort()}` }
    const secret = 'another secret, that no other machine has'
    const strange = await runShopToItsEnd({ ...other, AUTH_SECRET: secret })
    expect(strange.code).toBe(1)
    expect(strange.output).toContain('set the same AUTH_SECRET on every machine')
    expect(strange.output).toContain('npm run admin -- change-auth-secret')
    expect(strange.output).not.toContain(secret)

    const AUTH_SECRET = readFileSync(join(dataDir, 'secrets', 'auth-secret'), 'utf8')
    const blind = await runShopToItsEnd({ ...other, DATA_DIR: folder, AUTH_SECRET })
    expect(blind.code).toBe(1)
    expect(blind.output).toContain(`The images of this shop are not in ${join(folder, 'media')}`)
    expect(blind.output).toContain('share that folder')
    rmSync(folder, { recursive: true, force: true })
  } finally {
    await Promise.all(running.map((shop) => shop.stop()))
    rmSync(dataDir, { recursive: true, force: true })
  }
})
