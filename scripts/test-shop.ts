import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'

const START_LIMIT_MS = 180_000
// Empty counts as unset, also where a developer's .env says more.
const UNSET = Object.fromEntries(
  'DATABASE_URL PUBLIC_URL STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET SMTP_URL ADMIN_EMAIL ADMIN_PASSWORD'
    .split(' ')
    .map((name) => [name, '']),
)

/** The built shop on a free port, as `npm start` runs it, with data that goes when it stops. */
export async function startTestShop(
  settings: Record<string, string> = {},
): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-shop-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const shop = spawn(process.execPath, [join(import.meta.dirname, 'start.mjs')], {
    cwd: join(import.meta.dirname, '..'),
    env: {
      ...process.env,
      ...UNSET,
      ...{ PORT: `${port}`, HOST: '127.0.0.1', SHOP_MODE: 'demo', DATA_DIR: dataDir },
      ...{ LOG_LEVEL: 'warn', ...settings },
    },
    // The channel closes when this process dies, and the shop stops then.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let said = ''
  shop.stdout?.on('data', (text) => {
    said += text
  })
  const ended = once(shop, 'exit')
  const stop = async () => {
    shop.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const giveUp = AbortSignal.timeout(START_LIMIT_MS)
  while (!(await isReady(url))) {
    if (shop.exitCode === null && !giveUp.aborted) {
      await setTimeout(50)
      continue
    }
    await stop()
    throw new Error(`The shop did not start:\n${said}`)
  }
  return { url, stop }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
