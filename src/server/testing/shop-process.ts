import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { freePort } from '#platform/testing/free-port.ts'

// Long enough for a first start on a busy machine.
const root = join(import.meta.dirname, '../../..')
const START_LIMIT_MS = 180_000
// As `npm start` does (scripts/npm/own-node.mjs).
const MEMORY_BOUND = '--max-semi-space-size=16'
// Empty values count as unset and override a developer's .env.
const UNSET = Object.fromEntries(
  'DATABASE_URL DATABASE_DIRECT_URL PUBLIC_URL STRIPE_SECRET_KEY STRIPE_PUBLISHABLE_KEY STRIPE_WEBHOOK_SECRET GOOGLE_CLIENT_ID GOOGLE_CLIENT_SECRET SMTP_URL ADMIN_PASSWORD TRUSTED_PROXY DEMO_PUBLIC PASSWORD_POLICY SELLER_NAME SELLER_ADDRESS SELLER_TAX_ID TAX_PERCENT'
    .split(' ')
    .map((name) => [name, '']),
)

export type TestShop = {
  url: string
  /** The process id, for measurements. */
  pid: number
  /** What it has printed so far. */
  output: () => string
  /** Resolves when the process has ended for any reason, with its exit code or signal. */
  ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Stops it with SIGTERM and removes its data folder if it created one. */
  stop: () => Promise<void>
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>
}

/**
 * Starts the built shop on a free port, like `npm start`. Its data is removed when it stops, unless
 * the settings contain DATA_DIR. PORT names another port. With `stderr`, its log goes to that open file.
 */
export async function startTestShop(
  settings: Record<string, string> = {},
  stderr?: number,
): Promise<TestShop> {
  const dataDir = settings.DATA_DIR ?? copyOfTemplate()
  const port = settings.PORT ?? (await freePort())
  const url = `http://localhost:${port}`
  const { shop, output, ended } = spawnShop({ DATA_DIR: dataDir, PORT: `${port}`, ...settings }, stderr)
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
    throw new Error(`The shop did not start:\n${output()}`)
  }
  return { url, pid: shop.pid ?? 0, output, ended, stop, kill: () => end('SIGKILL') }
}

/** Runs a shop that is expected to exit; returns its exit code and output. */
export async function runShopToItsEnd(
  settings: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const { shop, output, ended } = spawnShop(settings)
  const timer = AbortSignal.timeout(START_LIMIT_MS)
  timer.addEventListener('abort', () => shop.kill('SIGKILL'))
  await ended
  return { code: shop.exitCode, output: output() }
}

/** Starts a shop and kills it after some time, ready or not. */
export async function killStartingShop(settings: Record<string, string>, afterMs: number): Promise<void> {
  const { shop, ended } = spawnShop({ PORT: `${await freePort()}`, ...settings })
  await setTimeout(afterMs)
  shop.kill('SIGKILL')
  await ended
}

/**
 * Copies the data folder of a shop that has started before, which is faster than a first start. The
 * global setup of the browser tests creates it and sets TEST_SHOP_TEMPLATE.
 */
export function copyOfTemplate(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-shop-'))
  const template = process.env.TEST_SHOP_TEMPLATE
  // Keeps the owner of the database, which as root is another user.
  if (template) execFileSync('cp', ['--archive', '--reflink=auto', `${template}/.`, dataDir])
  return dataDir
}

function spawnShop(settings: Record<string, string>, stderr?: number) {
  const shop: ChildProcess = spawn(
    process.execPath,
    [MEMORY_BOUND, join(root, 'scripts/command.mjs'), 'start'],
    {
      cwd: root,
      env: {
        ...process.env,
        ...UNSET,
        HOST: '127.0.0.1',
        SHOP_MODE: 'demo',
        // With one, the demo begins without orders.
        ADMIN_EMAIL: 'admin@forgewell.example',
        // All users of a test come from one address.
        TEST_WIDE_LIMITS: '1',
        LOG_LEVEL: 'warn',
        ...settings,
      },
      // The IPC channel closes when this process ends, which stops the shop.
      stdio: ['ignore', 'pipe', stderr ?? 'pipe', 'ipc'],
    },
  )
  let text = ''
  for (const stream of [shop.stdout, shop.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk
    })
  }
  const ended = once(shop, 'close').then(([code, signal]) => ({ code, signal }))
  return { shop, output: () => text, ended }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
