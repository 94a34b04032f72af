import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '../src/platform/testing/chromium.ts'
import { startLongShop } from '../src/testing/long-catalogue.ts'
import { startTestShop } from '../src/testing/shop-process.ts'
import { medianOf } from './median-time.ts'
import { report } from './report.ts'

/**
 * Measures how the browser feels with a processor four times slower, in a shop of 10,000 products:
 * the complete list, the next page, and the slowest response to a click or key ("INP").
 */
const PRODUCTS = 10_000
const SLOWER = 4
const TRIES = 5
const SCROLLED_MS = 3_000

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
    'search, table and order list': await measured(interactions),
  })
} finally {
  await browser.close()
  await shop.stop()
  rmSync(demo, { recursive: true, force: true })
}

async function measured(
  measure: (page: Page) => Promise<Record<string, number>>,
): Promise<Record<string, string | number>> {
  const context = await browser.newContext({
    baseURL: shop.url,
    viewport: { width: 1280, height: 800 },
  })
  await context.addInitScript(observeInteractions)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  const figures = await measure(page)
  const { slowest, target } = await page.evaluate(() => window.interactions)
  await context.close()
  return { ...figures, 'INP ms': slowest, 'slowest on': target }
}

async function completeList(page: Page): Promise<Record<string, number>> {
  const start = performance.now()
  await page.goto('/purchase?size=all')
  const all = `Total Tools Found ${PRODUCTS.toLocaleString('en-US')}`
  await page.getByText(all).waitFor({ timeout: 120_000 })
  const complete = performance.now() - start
  await page.mouse.move(640, 400)
  const counting = page.evaluate(countFrames, SCROLLED_MS)
  const end = performance.now() + SCROLLED_MS
  while (performance.now() < end) await page.mouse.wheel(0, 400)
  const frames = await counting
  return {
    'complete after ms': Math.round(complete),
    'frames per second while scrolling': Math.round((frames * 1000) / SCROLLED_MS),
    'elements in the page': await page.locator('*').count(),
  }
}

async function nextPage(page: Page): Promise<Record<string, number>> {
  await page.goto('/purchase')
  const next = page.getByRole('link', { name: 'Next' })
  const times: number[] = []
  for (let turned = 1; turned <= TRIES; turned++) {
    await next.hover()
    await page.waitForLoadState('networkidle')
    const painted = page.evaluate(paintedAfterClick, `page ${turned + 1} of`)
    await next.click()
    times.push(await painted)
  }
  return { 'painted after ms': Math.round(medianOf(times)) }
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

/** Returns the time from the next click until a region with this name has been painted. */
async function paintedAfterClick(name: string): Promise<number> {
  const clicked = await new Promise<number>((resolve) =>
    addEventListener('click', ({ timeStamp }) => resolve(timeStamp), { capture: true, once: true }),
  )
  const isThere = () => document.querySelector(`[aria-label*="${name}"]`) !== null
  while (!isThere()) await new Promise(requestAnimationFrame)
  // The frame after the next one starts when the change has been painted.
  await new Promise(requestAnimationFrame)
  return performance.now() - clicked
}
