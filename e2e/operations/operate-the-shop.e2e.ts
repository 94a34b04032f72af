import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { withEmbeddedDatabase } from '#platform/testing/embedded-database.ts'
import { copyOfTemplate, startTestShop } from '#server/testing/shop-process.ts'

const ADMIN = 'admin@forgewell.example'

const runAdmin = (dataDir: string, ...words: string[]) => run('admin', dataDir, words)
const runDoctor = (dataDir: string) => run('doctor', dataDir)

/** The output and exit code of `npm run admin -- …` or `npm run doctor`. */
function run(
  command: string,
  dataDir: string,
  words: string[] = [],
): Promise<{ output: string; code: number }> {
  const script = join(import.meta.dirname, '../../scripts/command.mjs')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, command, ...words], { env }, (error, stdout, stderr) =>
      resolve({ output: stdout + stderr, code: Number(error?.code ?? 0) }),
    )
  })
}

async function logIn(url: string, password: string): Promise<number> {
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email: ADMIN, password }),
  })
  return answer.status
}

test('the operator resets a password of a running and a stopped shop', async () => {
  test.setTimeout(180_000)
  const dataDir = copyOfTemplate()
  let shop = await startTestShop({ DATA_DIR: dataDir })
  try {
    const running = await runAdmin(dataDir, 'reset-password', ADMIN)
    expect(running).toMatchObject({ code: 0 })
    const password = /New password: (\S+)/.exec(running.output)?.[1] ?? ''
    expect(await logIn(shop.url, password)).toBe(200)
    expect(await runAdmin(dataDir, 'promote', 'nobody@example.com')).toEqual({
      output: 'There is no user nobody@example.com.\n',
      code: 1,
    })

    await shop.kill()
    const stopped = await runAdmin(dataDir, 'reset-password', ADMIN)
    shop = await startTestShop({ DATA_DIR: dataDir })
    expect(await logIn(shop.url, password)).toBe(401)
    expect(await logIn(shop.url, /New password: (\S+)/.exec(stopped.output)?.[1] ?? '')).toBe(200)
    expect((await runAdmin(dataDir, 'promote', ADMIN)).code).toBe(0)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})

test('without a command or before the first start, it prints usage', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'forgewell-operator-'))
  const usage = await runAdmin(folder, 'drop', 'everything')
  expect(usage).toMatchObject({ code: 1 })
  expect(usage.output).toContain('npm run admin -- create EMAIL')
  const tooEarly = await runAdmin(folder, 'create', ADMIN)
  expect(tooEarly.output).toContain('start it once with npm start')
  expect(tooEarly.code).toBe(1)
  rmSync(folder, { recursive: true })
})

test('the doctor examines a running and a stopped shop', async () => {
  test.setTimeout(180_000)
  const dataDir = copyOfTemplate()
  const shop = await startTestShop({ DATA_DIR: dataDir })
  try {
    const running = await runDoctor(dataDir)
    expect(running.output).toMatch(/^ok +Invariants +stock, orders and money agree$/m)
    expect(running.output).toMatch(/^ok +Card payments +simulated by the shop itself/m)
    expect(running.code).toBe(0)
    const metrics = await (await fetch(`${shop.url}/metrics`)).text()
    expect(metrics).toMatch(/^shop_orders_unpaid \d+$/m)
    expect(metrics).toMatch(/^nodejs_eventloop_lag_seconds /m)

    await shop.kill()
    const stopped = await runDoctor(dataDir)
    expect(stopped.output).toMatch(/^ok +Database +PostgreSQL /m)
    expect(stopped.code).toBe(0)

    await withEmbeddedDatabase(dataDir, (pool) => pool.query('update product set quantity = 1000000'))
    const broken = await runDoctor(dataDir)
    expect(broken.output).toMatch(/^error +Invariants +stock is the sum of its movements: product /m)
    expect(broken.code).toBe(1)
  } finally {
    await shop.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
