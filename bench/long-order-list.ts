import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../src/platform/testing/browsers/chromium.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { processorMs } from './processor-time.ts'
import { type Rows, report } from './report.ts'
import { AUTH_SECRET, fillShop } from './shops/order-shop.ts'

const TRIES = 15

/**
 * Measures lists of 100 and of 200 lines, the maximum: placing them on the server (aim: 300
 * ms for 100) and changing quantities in the browser (aim: 50 ms). On a busy machine, compare the
 * processor time, which is that of the whole shop, and of the page's main thread.
 */
const dataDir = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
const { tokens, products } = await fillShop({ dataDir })
const shop = await startTestShop({ DATA_DIR: dataDir, AUTH_SECRET, ORDERS_PER_MINUTE: '1000000' })
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: CHROMIUM_FLAGS,
})
const rows: Rows = {}
try {
  for (const lines of [100, 200]) rows[`place ${lines} lines`] = await placing(lines)
  for (const lines of [100, 200]) rows[`change a quantity of ${lines} lines`] = await typing(lines)
} finally {
  await browser.close()
  await shop.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
report('Order lists', rows)

async function placing(count: number) {
  const body = JSON.stringify({
    name: 'Jane',
    address: '1 Anvil Street',
    lines: products.slice(0, count).map((productId) => ({ productId, quantity: 1 })),
  })
  return measure(
    async (attempt) => {
      const answer = await fetch(`${shop.url}/api/orders`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          // Each time another buyer, so that none reaches a cap.
          Authorization: `Bearer ${tokens[count + attempt]}`,
          'Idempotency-Key': crypto.randomUUID(),
        },
        body,
      })
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      await answer.arrayBuffer()
    },
    () => processorMs(shop.pid),
  )
}

async function typing(count: number) {
  const page = await browser.newPage({ baseURL: shop.url })
  await page.addInitScript(
    (lines) => localStorage.setItem('orderList', JSON.stringify({ lines, saved: [], version: 0 })),
    products.slice(0, count).map((productId) => ({ productId, quantity: 10 })),
  )
  await page.goto('/order-list')
  await page.getByText(`${count} lines · `).waitFor()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const box = page.getByLabel(/^Quantity of/).nth(count / 2)
  await box.focus()
  const figures = await measure(
    (attempt) => paintAfterTyping(page, attempt),
    () => mainThreadMs(devtools),
  )
  await page.close()
  return figures
}

/** Types a quantity with one key, and waits until the changed list is painted. */
async function paintAfterTyping(page: Page, attempt: number): Promise<void> {
  await page.keyboard.press('Control+A')
  // Listens before the key is sent: the two take different ways to the page.
  await page.evaluate(() => {
    window.painted = new Promise((resolve) => {
      const afterPaint = () => requestAnimationFrame(() => setTimeout(resolve))
      addEventListener('input', afterPaint, { capture: true, once: true })
    })
  })
  await page.keyboard.press(String(1 + (attempt % 9)))
  await page.evaluate(() => window.painted)
}

declare global {
  interface Window {
    painted: Promise<void>
  }
}

async function mainThreadMs(devtools: CDPSession): Promise<number> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

/** The median duration and the average processor time of some tries, after one that warms up. */
async function measure(work: (attempt: number) => Promise<void>, usedMs: () => number | Promise<number>) {
  await work(0)
  const before = await usedMs()
  const times: number[] = []
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const start = performance.now()
    await work(attempt)
    times.push(performance.now() - start)
  }
  const used = ((await usedMs()) - before) / TRIES
  const median = times.sort((a, b) => a - b)[Math.floor(TRIES / 2)] ?? Number.NaN
  return {
    'median, ms': Math.round(median * 10) / 10,
    'processor, ms each': Math.round(used * 10) / 10,
  }
}
