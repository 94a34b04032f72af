import { expect, test } from './fixtures.ts'
import { pathOf, publicPages } from './pages.ts'

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('every public page comes whole from the server', async ({ page }) => {
    for (const shown of publicPages) {
      await test.step(shown.name, async () => {
        await page.goto(await pathOf(shown, page.request))
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(shown.heading)
        await expect(page.getByRole('main').getByText(shown.shows).first()).toBeVisible()
        await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      })
    }
  })
})

for (const width of [360, 1280]) {
  test(`nothing jumps while a page loads, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(noteShifts)
    for (const shown of publicPages) {
      await test.step(shown.name, async () => {
        await page.goto(await pathOf(shown, page.request))
        await page.evaluate(seeAllOfIt)
        expect(await page.evaluate(() => window.layoutShifts)).toEqual([])
      })
    }
  })
}

declare global {
  interface Window {
    layoutShifts: { value: number; what: string }[]
  }
}

type LayoutShift = PerformanceEntry & { value: number; sources: { node: Element | null }[] }

/** Scrolls to one image after the other until each is there and the last shift is reported. */
async function seeAllOfIt(): Promise<void> {
  await document.fonts.ready
  for (const image of document.images) {
    image.scrollIntoView()
    await image.decode()
  }
  for (let frames = 0; frames < 2; frames++) await new Promise(requestAnimationFrame)
}

function noteShifts(): void {
  window.layoutShifts = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as LayoutShift[]) {
      const what = entry.sources.map(({ node }) => node?.nodeName).join(' ')
      window.layoutShifts.push({ value: entry.value, what })
    }
  })
  observer.observe({ type: 'layout-shift', buffered: true })
}

test('no script loads before the page is painted', async ({ page }) => {
  for (const path of ['/reviews', '/contact', '/reviews', '/contact', '/reviews']) {
    await page.goto(path)
    const times = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
      scripts: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ startTime }) => startTime),
    }))
    expect(times.scripts.length).toBeGreaterThan(3)
    expect(Math.min(...times.scripts), path).toBeGreaterThan(times.paint ?? 0)
  }
})
