import { readFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { CHROMIUM_FLAGS, findOrInstallHeadlessShell } from '#platform/testing/browsers/chromium.ts'
import { startTestShop } from '#server/testing/shop-process.ts'
const dir = process.argv[2] ?? mkdtempSync(join(tmpdir(), 'owner-walk-'))
const shop = await startTestShop({ DATA_DIR: dir })
console.log(shop.url, dir)
const browser = await chromium.launch({ executablePath: findOrInstallHeadlessShell(), args: CHROMIUM_FLAGS })
const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 }, baseURL: shop.url })).newPage()
page.on('console', (m) => m.type() === 'error' && console.log('CONSOLE', m.text().slice(0, 300)))
const shot = (name: string, full = true) => page.screenshot({ path: `/tmp/ownershots/${name}.png`, fullPage: full })
try {
  await page.goto('/login')
  await page.getByLabel('Email').fill('admin@forgewell.example')
  await page.getByLabel('Password').fill(readFileSync(join(dir, 'secrets/admin-password'), 'utf8'))
  await page.getByRole('button', { name: 'Login', exact: true }).click()
  await page.waitForURL('**/')
  await page.goto('/dashboard/shop')
  await page.getByRole('heading', { name: 'Preview' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Kestrel & Thorne Toolworks')
  await page.getByLabel('Accent colour', { exact: true }).fill('#1c4a8a')
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="400" height="100" rx="20" fill="#fff"/></svg>'
  await page.getByLabel('Logo for light backgrounds').setInputFiles({ name: 'l.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) })
  await page.getByText('This logo is white').waitFor()
  await shot('studio-1280')
  await page.getByLabel('Name of your shop').fill('Kestrel & Thorne')
  await page.getByLabel('Your name').fill('Nora Kestrel')
  await page.getByLabel('Your e-mail').fill('nora@kestrel.example')
  await page.getByRole('button', { name: 'Begin my own shop' }).click()
  await page.getByRole('dialog').waitFor()
  await shot('begin-dialog', false)
  await page.getByRole('button', { name: 'Remove the demo', exact: true }).click()
  await page.waitForURL('**/dashboard', { timeout: 60000 })
  await page.waitForTimeout(2500)
  await shot('own-dashboard')
  await page.goto('/dashboard/shop'); await page.getByRole('heading', { name: 'Preview' }).waitFor(); await page.waitForTimeout(800)
  await shot('own-studio')
  await page.goto('/dashboard/texts'); await page.getByRole('heading', { name: 'Menu and footer' }).waitFor(); await shot('own-texts')
  for (const [w, theme] of [[1280, 'light'], [360, 'light'], [360, 'dark'], [1280, 'dark']] as const) {
    await page.setViewportSize({ width: w, height: 800 }); await page.emulateMedia({ colorScheme: theme })
    await page.goto('/'); await page.waitForTimeout(400); await shot(`own-home-${w}-${theme}`)
    await page.goto('/dashboard/shop'); await page.getByRole('heading', { name: 'Preview' }).waitFor(); await page.waitForTimeout(600); await shot(`own-studio-${w}-${theme}`)
  }
} catch (e) { console.log(e); await shot('error') }
await browser.close()
await shop.stop()
