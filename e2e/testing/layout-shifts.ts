import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

// Measures what moves while a page loads. The functions without a page run in the browser.

declare global {
  interface Window {
    layoutShifts: { value: number; what: string; at: number }[]
  }
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }

/** Scrolls to one image after the other until each is there and the last shift is reported. */
export async function seeAllOfIt(): Promise<void> {
  await document.fonts.ready
  for (const image of document.images) {
    image.scrollIntoView()
    await image.decode()
  }
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
}

/** Whether the page was painted. */
export function isPainted(): boolean {
  return performance.getEntriesByName('first-contentful-paint').length > 0
}

/** The browser also reports invisible shifts, before the first paint. */
export function seenShifts(): Window['layoutShifts'] {
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  return window.layoutShifts.filter(({ at }) => at >= (paint?.startTime ?? 0))
}

/** An init script that notes each shift of the page. */
export function noteShifts(): void {
  window.layoutShifts = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      const what = entry.sources.map(({ node }) => node?.nodeName).join(' ')
      window.layoutShifts.push({ value: entry.value, what, at: entry.startTime })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

const CLS = 0.01

/** Expects that a page is still but for a shift of `CLS` while it loads. */
export async function expectHardlyMoves(page: Page, path: string): Promise<void> {
  await expect(async () => {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
    await expect(page.getByRole('main').locator('.spinner')).toHaveCount(0)
    await page.evaluate(async () => {
      await document.fonts.ready
      for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
    })
    const shifts = await page.evaluate(seenShifts)
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    expect(sum, JSON.stringify(shifts)).toBeLessThanOrEqual(CLS)
  }).toPass({ timeout: 20_000 })
}
