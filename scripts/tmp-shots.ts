import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '#platform/testing/chromium.ts'
import { startTestShop } from '#testing/shop-process.ts'
import { signUp, placeOrder } from '../e2e/api-helpers.ts'

const DATA = '/tmp/dashboard-shots-data'
const shop = await startTestShop({ DATA_DIR: DATA })
const only = process.argv.slice(2)
const browser = await chromium.launch({ executablePath: findOrInstallChromium(), args: CHROMIUM_FLAGS })
try {
  const admin = await browser.newContext({ baseURL: shop.url, locale: 'en-US' })
  const p = await admin.newPage()
  await p.goto('/login?from=/dashboard')
  await p.getByLabel('Email').fill('admin@forgewell.example')
  await p.getByLabel('Password').fill(readFileSync(join(DATA, 'secrets/admin-password'), 'utf8'))
  await p.locator('html[data-alive]').waitFor({ state: 'attached' })
  await p.getByRole('button', { name: 'Login' }).click()
  await p.waitForURL('**/dashboard')
  const buyer = await browser.newContext({ baseURL: shop.url, locale: 'en-US' })
  const me = { name: 'Jane Buyer', email: `jane.${Date.now()}@example.com`, password: 'correct horse' }
  await signUp(buyer.request, me)
  const ids: string[] = []
  for (let i = 0; i < 21; i++) ids.push(await placeOrder(buyer.request, me, i % 2 ? 'Combination Wrench Set, 5 pcs' : 'Pry Bar 600 mm'))
  const b = await buyer.newPage()
  for (const id of ids.slice(15, 18)) {
    await b.goto(`/dashboard/orders/payment/${id}`)
    await b.getByLabel('Card number').fill('4242 4242 4242 4242')
    await b.getByLabel('Expiration date').fill('12 / 34')
    await b.getByLabel('CVC').fill('123')
    await b.getByRole('button', { name: 'Pay' }).click()
    await b.getByText('Your payment is completed').first().waitFor()
  }
  const counts: Record<string, Record<string, number>> = {}
  for (const [page, name, path] of [
    [p, 'orders', '/dashboard/manage-orders'],
    [p, 'users', '/dashboard/manage-users'],
    [p, 'products', '/dashboard/manage-products'],
    [b, 'my-orders', '/dashboard/orders'],
    [p, 'overview', '/dashboard'],
    [p, 'add-product', '/dashboard/add-product'],
    [b, 'order', `/dashboard/orders/${ids[16]}`],
  ] as const) {
    if (only.length && !only.includes(name)) continue
    for (const [width, height, scheme] of [
      [360, 760, 'light'], [768, 1024, 'light'], [1280, 900, 'light'], [1280, 900, 'dark'], [360, 760, 'dark'], [1920, 1080, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: scheme })
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.waitForTimeout(200)
      const rows = await page.locator('tbody tr').evaluateAll((all) => all.filter((r) => r.getBoundingClientRect().bottom <= innerHeight && r.getBoundingClientRect().height > 0).length)
      const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      counts[name] = { ...counts[name], [`${width}x${height}${scheme}`]: rows, [`over${width}`]: over }
      await page.screenshot({ path: `/tmp/dashboard-shots/${name}-${width}-${scheme}.png` })
    }
  }
  console.log(JSON.stringify(counts, null, 1))
} finally {
  await browser.close()
  await shop.stop()
}
