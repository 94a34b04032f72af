import { findProduct, payLines, placeOrder, placeOrderOf, startPayment } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import {
  expectHardlyMoves,
  isPainted,
  noteShifts,
  seeAllOfIt,
  seenShifts,
} from '#e2e/testing/layout-shifts.ts'
import { adminPaths, pathOf, publicPages } from '#e2e/testing/pages.ts'

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

  test('buttons that need scripts do not look usable without them', async ({ page }) => {
    // Without scripts, a button works in a form with an action and as the opener of a dialog.
    const ownButtons = 'form[method="get"] button, form[action] button, button[command]'
    for (const shown of publicPages.filter(({ name }) => name !== 'contact')) {
      await test.step(shown.name, async () => {
        await page.goto(await pathOf(shown, page.request))
        const idle = page.locator(`button:enabled:not(${ownButtons}), input[type="file"]:enabled`)
        expect(await idle.evaluateAll((all) => all.map(({ outerHTML }) => outerHTML))).toEqual([])
      })
    }
  })

  test('pages that need scripts say so', async ({ page, signedInBuyer: _ }) => {
    const note = page.getByText(/^(This (form|page)|The order list) needs JavaScript\./)
    await page.goto('/dashboard/orders')
    await expect(note).toBeVisible()
    await page.context().clearCookies()
    for (const path of ['/login', '/register', '/reset-password', '/order-list']) {
      await page.goto(path)
      await expect(note).toBeVisible()
    }
  })
})

for (const width of [360, 1280]) {
  test(`nothing jumps while a page loads, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(noteShifts)
    for (const shown of publicPages) {
      const path = await pathOf(shown, page.request)
      // On an overloaded machine, a page is sometimes painted a moment before its font is there, and
      // its text then moves by some pixels. What jumps on its own does so each time.
      await test.step(shown.name, () =>
        expect(async () => {
          await page.goto(path)
          await page.evaluate(seeAllOfIt)
          await page.waitForFunction(isPainted)
          expect(await page.evaluate(seenShifts)).toEqual([])
        }).toPass({ timeout: 20_000 }),
      )
    }
  })
}

for (const width of [360, 1280]) {
  test(`nothing jumps while a dashboard page loads, ${width} px wide`, async ({ page, signedInBuyer }) => {
    await placeOrder(page.request, signedInBuyer)
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(noteShifts)
    for (const [path, shown] of [
      ['/dashboard', 'Latest orders'],
      ['/dashboard/orders', 'Not Paid yet'],
      ['/dashboard/profile', 'Country'],
      ['/dashboard/security', 'Passkeys'],
    ] as const) {
      await test.step(path, () =>
        expect(async () => {
          await page.goto(path)
          await expect(page.getByText(shown).first()).toBeVisible()
          await page.evaluate(seeAllOfIt)
          expect(await page.evaluate(seenShifts)).toEqual([])
        }).toPass({ timeout: 20_000 }),
      )
    }
  })
}

const TOOL = 'Combination Wrench 13 mm'
for (const width of [768, 1280]) {
  test(`hardly anything moves while a page of an admin loads, ${width} px wide`, async ({
    page,
    signedInBuyer,
  }) => {
    test.setTimeout(120_000)
    await placeOrder(page.request, signedInBuyer)
    await page.context().clearCookies()
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(noteShifts)
    await openAsDemoAdmin(page, '/dashboard')
    for (const path of adminPaths) await test.step(path, () => expectHardlyMoves(page, path))
  })
}

for (const width of [360, 768, 1280]) {
  test(`hardly anything moves while a page of a buyer loads, ${width} px wide`, async ({
    page,
    signedInBuyer,
  }) => {
    test.setTimeout(120_000)
    const [paid, open] = [
      await placeOrderOf(page.request, signedInBuyer, [TOOL]),
      await placeOrderOf(page.request, signedInBuyer, [TOOL]),
    ]
    await payLines(
      page.request,
      signedInBuyer,
      paid.lines.map(({ _id }) => _id),
    )
    const payment = await startPayment(page.request, signedInBuyer, [open._id])
    const { _id: product } = await findProduct(page.request, TOOL)
    await page.setViewportSize({ width, height: 800 })
    await page.addInitScript(noteShifts)
    for (const path of [
      '/order-list',
      `/order-list?order=${open.number}`,
      `/order-list?order=${paid.number}`,
      '/purchase',
      `/purchase/${product}`,
      '/dashboard/orders',
      `/dashboard/orders/${open.number}`,
      `/dashboard/orders/${paid.number}`,
      `/dashboard/orders/payment/${open._id}`,
      `/dashboard/payments/${payment.id}`,
      '/dashboard/profile',
      '/dashboard/review',
    ]) {
      await test.step(path, () => expectHardlyMoves(page, path))
    }
  })
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

test.describe('a page that takes long to load', () => {
  test.skip(({ browserName }) => browserName !== 'chromium', 'only Chromium can slow its line')

  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    test(`shows a bar below the header and its pressed link, without moving (motion: ${reducedMotion})`, async ({
      page,
      context,
    }) => {
      await page.emulateMedia({ reducedMotion })
      await page.addInitScript(noteShifts)
      await page.goto('/blogs')
      // Loaded once before, so that only the data is slow.
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', {
        name: 'Reviews',
      })
      const main = page.getByRole('main')
      const bar = page.getByRole('progressbar', { name: 'Loading the page' })
      const network = await context.newCDPSession(page)
      await network.send('Network.enable')
      const line = { offline: false, downloadThroughput: -1, uploadThroughput: -1 }
      // Longer than the looks at the bar take on a busy machine.
      await network.send('Network.emulateNetworkConditions', { ...line, latency: 4_000 })
      await link.click()
      await expect(bar).toBeVisible()
      await expect(main).toHaveAttribute('aria-busy', 'true')
      await expect(link).toHaveAttribute('data-loading', '')
      const header = await page.getByRole('banner').boundingBox()
      const box = await bar.boundingBox()
      expect(box?.height).toBe(3)
      expect(box?.y).toBeCloseTo((header?.y ?? 0) + (header?.height ?? 0), 0)
      const animations = await bar.evaluate((element) => element.getAnimations({ subtree: true }).length)
      expect(animations).toBe(reducedMotion === 'reduce' ? 0 : 1)
      expect(await page.evaluate(seenShifts)).toEqual([])

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reviews')
      await expect(bar).toHaveCount(0)
      await expect(main).not.toHaveAttribute('aria-busy')
      await expect(link).not.toHaveAttribute('data-loading')
    })
  }
})
