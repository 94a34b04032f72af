import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../src/platform/testing/browsers/chromium.ts'
import { startLongShop } from '../src/server/testing/long-catalogue.ts'
import { startTestShop } from '../src/server/testing/shop-process.ts'
import { medianOf } from './median-time.ts'
import { report } from './report.ts'

/**
 * Measures how the browser feels with a processor four times slower, in a shop of 10,000 products:
 * the complete list, the next page, a facet, the order list with as much as it takes, and the slowest
 * response to a click or key ("INP"). The next page and a facet also at full speed.
 */
const PRODUCTS = 10_000
const SLOWER = 4
const TRIES = 5
const SCROLLED_MS = 3_000
/** The maximum lines of an order list. */
const LINES = 200
/** More than are read at once: the report says so. */
const PASTED = 1_000

const demo = mkdtempSync(join(tmpdir(), 'forgewell-bench-'))
await (await startTestShop({ DATA_DIR: demo })).stop()
process.env.TEST_SHOP_TEMPLATE = demo
const shop = await startLongShop(PRODUCTS)
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: CHROMIUM_FLAGS,
})
try {
  report(`The browser at ${SLOWER} times slower processor time, ${PRODUCTS} products`, {
    'all products in one list': await measured(completeList),
    'next page of All Tools': await measured(nextPage),
    'a facet of a search': await measured(facet),
    [`an order list of ${LINES} lines, ${PASTED} pasted`]: await measured(longOrderList),
    'search, table and order list': await measured(interactions),
  })
  report(`The browser at full speed, ${PRODUCTS} products`, {
    'next page of All Tools': await measured(nextPage, 1),
    'a facet of a search': await measured(facet, 1),
  })
} finally {
  await browser.close()
  await shop.stop()
  delete process.env.TEST_SHOP_TEMPLATE
  rmSync(demo, { recursive: true, force: true })
}

async function measured(
  measure: (page: Page) => Promise<Record<string, number>>,
  rate = SLOWER,
): Promise<Record<string, string | number>> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  await context.addInitScript(observeInteractions)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
  const figures = await measure(page)
  const { slowest, target } = await page.evaluate(() => window.interactions)
  await context.close()
  return { ...figures, 'INP ms': slowest, 'slowest on': target }
}

async function completeList(page: Page): Promise<Record<string, number>> {
  const start = performance.now()
  await page.goto('/purchase?size=all')
  // Looked for by a plain query: a locator reads the texts of the whole page, which takes its time.
  await page.waitForFunction(
    (count) => document.querySelector('.list-count strong')?.textContent === count,
    PRODUCTS.toLocaleString('en-US'),
    { timeout: 120_000 },
  )
  const complete = performance.now() - start
  return {
    'complete after ms': Math.round(complete),
    'frames per second while scrolling': await framesWhileScrolling(page, 400),
    'elements in the page': await page.locator('*').count(),
  }
}

/** Returns the frames per second while the wheel turns as fast as the page follows. */
async function framesWhileScrolling(page: Page, step: number): Promise<number> {
  await page.mouse.move(640, 400)
  const counting = page.evaluate(countFrames, SCROLLED_MS)
  const end = performance.now() + SCROLLED_MS
  while (performance.now() < end) await page.mouse.wheel(0, step)
  return Math.round(((await counting) * 1000) / SCROLLED_MS)
}

async function nextPage(page: Page): Promise<Record<string, number>> {
  await page.goto('/purchase')
  const next = page.getByRole('link', { name: 'Next' })
  const times: number[] = []
  for (let turned = 1; turned <= TRIES; turned++) {
    await next.hover()
    await page.waitForLoadState('networkidle')
    await page.evaluate(awaitPaint, '.results-head')
    await next.click()
    times.push(await page.evaluate(() => window.paintedAfter))
  }
  return { 'painted after ms': Math.round(medianOf(times)) }
}

async function facet(page: Page): Promise<Record<string, number>> {
  await page.goto('/purchase?q=wrench')
  const values = page.getByRole('form', { name: 'Filters' }).locator('details.facet[open] .facet-value')
  const times: number[] = []
  for (let tried = 1; tried <= TRIES; tried++) {
    // The first value of the first open facet: pressed, it stays first, and the next press takes it off.
    await values.first().hover()
    await page.waitForLoadState('networkidle')
    await page.evaluate(awaitPaint, '.list-count strong')
    await values.first().click()
    times.push(await page.evaluate(() => window.paintedAfter))
  }
  return { 'painted after ms': Math.round(medianOf(times)) }
}

/** A list with the maximum lines, and a pasted text with more than are read. */
async function longOrderList(page: Page): Promise<Record<string, number>> {
  const url = `${shop.url}/api/products?size=${LINES}&page=0`
  const products = (await (await fetch(url)).json()) as { _id: string; minQuantity: number }[]
  await page.addInitScript(
    (lines) => localStorage.setItem('orderList', JSON.stringify({ lines, saved: [], version: 0 })),
    products.map(({ _id, minQuantity }) => ({ productId: _id, quantity: minQuantity })),
  )
  await page.goto('/order-list#paste')
  await page.getByText(`${LINES} lines · `).waitFor()
  const pasted = Array.from({ length: PASTED }, (_, line) => `${line + 1} pcs of tool ${line}`)
  // By the clipboard, as people do: Chromium needs seconds to insert lines that a program fills in.
  await page.evaluate((text) => navigator.clipboard.writeText(text), pasted.join('\n'))
  await page.getByRole('textbox', { name: 'Paste an order' }).focus()
  await page.keyboard.press('ControlOrMeta+V')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await page.getByRole('heading', { name: 'Too many lines' }).waitFor()
  const quantity = page.getByLabel(/^Quantity of/).nth(LINES / 2)
  await quantity.focus()
  for (let key = 0; key < TRIES; key++) await page.keyboard.press('ArrowUp')
  await page.evaluate(() => scrollTo(0, 0))
  return {
    'frames per second while scrolling': await framesWhileScrolling(page, 400),
    'elements in the page': await page.locator('*').count(),
  }
}

async function interactions(page: Page): Promise<Record<string, number>> {
  await page.goto('/purchase')
  const search = page.getByRole('combobox', { name: 'Search tools' })
  await search.pressSequentially('wrench 13', { delay: 60 })
  await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  await search.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Search: wrench 13' }).waitFor()
  await page.getByRole('link', { name: 'Table' }).click()
  await page.getByRole('table').waitFor()
  await page
    .getByRole('button', { name: /^Add to list: / })
    .first()
    .click()
  await page.getByRole('button', { name: 'Order list, 1 line' }).click()
  await page.getByRole('dialog', { name: 'Order list' }).waitFor()
  await page.keyboard.press('Escape')
  return {}
}

declare global {
  interface Window {
    interactions: { slowest: number; target: string }
    /** Milliseconds from the awaited click until its result was painted. */
    paintedAfter: Promise<number>
  }
}

/** Keeps the longest time from a click or key to the next paint, as the browser reports it. */
function observeInteractions(): void {
  window.interactions = { slowest: 0, target: '' }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.duration <= window.interactions.slowest) continue
      const element = entry.target instanceof Element ? entry.target : null
      const target = `${entry.name} ${element?.getAttribute('aria-label') ?? element?.textContent ?? ''}`
      window.interactions = { slowest: entry.duration, target: target.slice(0, 40) }
    }
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
}

async function countFrames(duration: number): Promise<number> {
  const end = performance.now() + duration
  let frames = 0
  while (performance.now() < end) {
    await new Promise(requestAnimationFrame)
    frames++
  }
  return frames
}

/**
 * Sets `paintedAfter`, for the next click and the first change of the element's name, or its text if
 * it has none, after it. Its own call, since a click sent at the same time may come first.
 */
function awaitPaint(selector: string): void {
  const shown = () => {
    const element = document.querySelector(selector)
    return element?.getAttribute('aria-label') ?? element?.textContent
  }
  const before = shown()
  window.paintedAfter = new Promise((resolve) => {
    const click = async ({ timeStamp }: Event) => {
      while (shown() === before) await new Promise(requestAnimationFrame)
      // The frame after the next one starts when the change has been painted.
      await new Promise(requestAnimationFrame)
      resolve(performance.now() - timeStamp)
    }
    addEventListener('click', click, { capture: true, once: true })
  })
}
