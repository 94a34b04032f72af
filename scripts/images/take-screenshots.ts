import { mkdir, writeFile } from 'node:fs/promises'
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { CHROMIUM_FLAGS, findOrInstallChromium } from '#platform/testing/browsers/chromium.ts'
import { ensureBuilt } from '#scripts/build.ts'
import { startTestShop } from '#server/testing/shop-process.ts'

// Run `node scripts/images/take-screenshots.ts` after changing the appearance of a page, and commit the images.
const folder = 'docs/screenshots'
const MAX_BYTES = 300_000
const PASTED_ORDER = '25x FW-1013\nFW-1005, 10 pcs\nFW-1110: 20\n12 FW-1250\nFW-1309 x 20'

const SCREENS: { suffix: string; options: BrowserContextOptions }[] = [
  { suffix: '', options: { viewport: { width: 1280, height: 900 } } },
  {
    suffix: '-phone',
    options: {
      viewport: { width: 360, height: 760 },
      deviceScaleFactor: 2,
      colorScheme: 'dark',
      hasTouch: true,
      isMobile: true,
    },
  },
]

ensureBuilt()
await mkdir(folder, { recursive: true })
// Without this setting, the demo begins with its business.
const shop = await startTestShop({ ADMIN_EMAIL: '' })
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: CHROMIUM_FLAGS,
})
try {
  for (const { suffix, options } of SCREENS) {
    const screen = { ...options, baseURL: shop.url, reducedMotion: 'reduce' as const }
    await photographShop(browser, screen, suffix)
    await photographBusiness(browser, screen, suffix)
  }
} finally {
  await browser.close()
  await shop.stop()
}

/** Takes screenshots of a buyer's path from the home page to the payment page. */
async function photographShop(browser: Browser, options: BrowserContextOptions, suffix: string) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  const take = (name: string) => photograph(page, `${name}${suffix}`)

  for (const [name, path] of [
    ['home', '/'],
    ['all-tools', '/purchase'],
    ['search', '/purchase?q=chrome+wrench'],
    ['table', '/purchase?view=table'],
    ['reviews', '/reviews'],
    ['portfolio', '/about-me'],
  ] as const) {
    await open(page, path)
    await take(name)
  }
  await open(page, '/purchase?q=FW-1013')
  await page.getByRole('article').getByRole('link').first().click()
  await page.waitForURL('**/tools/**')
  await take('product')
  await open(page, '/blogs')
  await page.getByRole('article').getByRole('link').first().click()
  await page.waitForURL('**/blogs/*')
  await take('blog-post')

  await open(page, '/register?from=/purchase')
  await page.getByLabel('Name').fill('Jane Buyer')
  await page.getByLabel('Email').fill(`jane${suffix}@example.com`)
  await page.getByLabel('Password').fill('correct horse')
  await page.getByRole('button', { name: 'Register' }).click()
  await page.getByRole('link', { name: 'Buy Now' }).first().click()
  await page.waitForURL('**/purchase/*')
  // Reload to remove the toasts.
  await open(page, page.url())
  await take('purchase-form')
  await page.getByLabel('Address').fill('1 Anvil Street, Sheffield')
  await page.getByRole('button', { name: 'Purchase' }).click()
  await page.waitForURL('**/purchase')

  await open(page, '/order-list')
  await page.getByRole('textbox', { name: 'Paste an order' }).fill(PASTED_ORDER)
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await page.getByText('5 lines added.').waitFor()
  await page.getByRole('heading', { level: 1 }).scrollIntoViewIfNeeded()
  await take('order-list')
  await open(page, '/dashboard')
  await page.getByRole('main').getByRole('button', { name: /^Pay/ }).click()
  await page.getByLabel('Card number').waitFor()
  await take('payment')
  await context.close()
}

/** Takes screenshots of what the demo's company buyer and its admin see of its business. */
async function photographBusiness(browser: Browser, options: BrowserContextOptions, suffix: string) {
  for (const [who, screens] of [
    [
      'company buyer',
      [
        ['my-orders', '/dashboard/orders'],
        ['dashboard', '/dashboard'],
      ],
    ],
    ['admin', [['manage-orders', '/dashboard/manage-orders']]],
  ] as const) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    const [, email = '', password = ''] =
      new RegExp(`Log in as ${who}: (\\S+) +(\\S+)`).exec(shop.output()) ?? []
    await open(page, '/login')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('main').getByRole('button', { name: 'Login' }).click()
    await page.waitForURL((url) => url.pathname !== '/login')
    for (const [name, path] of screens) {
      await open(page, path)
      await photograph(page, `${name}${suffix}`)
    }
    await context.close()
  }
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/** Takes one screenshot with as many colours as fit into MAX_BYTES. */
async function photograph(page: Page, name: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const screen = sharp(await page.screenshot())
  for (const colours of [256, 128, 64, 32]) {
    const png = await screen.png({ palette: true, colours, effort: 10 }).toBuffer()
    if (png.length >= MAX_BYTES) continue
    await writeFile(`${folder}/${name}.png`, png)
    return console.log(`${name}.png, ${Math.round(png.length / 1000)} KB, ${colours} colours`)
  }
  throw new Error(`${name} does not fit in ${MAX_BYTES} bytes`)
}
