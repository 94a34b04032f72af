import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'

// A first start makes the demo's images, on a busy machine too.
const root = join(import.meta.dirname, '../..')
const START_LIMIT_MS = 180_000
// Empty counts as unset, also where a developer's .env says more.
const UNSET = Object.fromEntries(
  'DATABASE_URL PUBLIC_URL STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET SMTP_URL ADMIN_EMAIL ADMIN_PASSWORD TRUSTED_PROXY DEMO_PUBLIC PASSWORD_POLICY'
    .split(' ')
    .map((name) => [name, '']),
)

export type TestShop = {
  url: string
  /** Its process, to be measured. */
  pid: number
  /** Ends it as an operator would, and removes its data when they were its own. */
  stop: () => Promise<void>
  /** Ends it as `kill -9` does. */
  kill: () => Promise<void>
}

/**
 * The built shop on a free port, as `npm start` runs it. Its data go when it stops, unless the
 * settings name a DATA_DIR.
 */
export async function startTestShop(settings: Record<string, string> = {}): Promise<TestShop> {
  const dataDir = settings.DATA_DIR ?? copyOfTemplate()
  const port = await freePort()
  const url = `http://localhost:${port}`
  const { shop, said, ended } = spawnShop({ DATA_DIR: dataDir, PORT: `${port}`, ...settings })
  const end = async (signal: NodeJS.Signals) => {
    shop.kill(signal)
    await ended
  }
  const stop = async () => {
    await end('SIGTERM')
    if (!settings.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
  }
  const giveUp = AbortSignal.timeout(START_LIMIT_MS)
  while (!(await isReady(url))) {
    if (shop.exitCode === null && !giveUp.aborted) {
      await setTimeout(50)
      continue
    }
    await stop()
    throw new Error(`The shop did not start:\n${said()}`)
  }
  return { url, pid: shop.pid ?? 0, stop, kill: () => end('SIGKILL') }
}

/** Runs a shop that is expected to end by itself: its exit code and all it said. */
export async function runShopToItsEnd(
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const { shop, said, ended } = spawnShop(settings)
  const timer = AbortSignal.timeout(START_LIMIT_MS)
  timer.addEventListener('abort', () => shop.kill('SIGKILL'))
  await ended
  return { code: shop.exitCode, said: said() }
}

/**
 * A data folder of a shop that has started before: filling one takes many seconds, a copy none. The
 * global setup of the browser tests makes it and names it in TEST_SHOP_TEMPLATE.
 */
export function copyOfTemplate(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-shop-'))
  const template = process.env.TEST_SHOP_TEMPLATE
  if (template) cpSync(template, dataDir, { recursive: true })
  return dataDir
}

function spawnShop(settings: Record<string, string>) {
  const shop: ChildProcess = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: {
      ...process.env,
      ...UNSET,
      ...{ HOST: '127.0.0.1', SHOP_MODE: 'demo', LOG_LEVEL: 'warn', ...settings },
    },
    // The channel closes when this process dies, and the shop stops then.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let text = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  return { shop, said: () => text, ended: once(shop, 'close') }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
