import { readdirSync } from 'node:fs'
import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import {
  type Buyer,
  callAs,
  confirmEmail,
  placeOrder,
  signUp,
  withCookies,
} from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { START_LIMIT_MS } from '#e2e/testing/test-alone.ts'
import * as driver from '#server/testing/api-driver.ts'
import { textOfPdf } from '#server/testing/documents.ts'
import { startTestShop } from '#server/testing/shop-process.ts'

const OWNER = { name: 'Nora Kestrel', email: 'nora@kestrel.example' }
const SHOP = 'Kestrel & Thorne Planes'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path fill="#1c4a8a" d="M0 0h400v100H0z"/></svg>'

// Words, tools, people and numbers of the demo. Order numbers, with five digits, begin alike; so do names of cookies.
const DEMO =
  /forgewell(?!\.session_token|_device)|detroit|\(demo\)|hallberg|ekstad|42K|120\+|revenew|by the crate|high quality tools|\bFW-?\d{4}\b(?!\d)|wrench|pliers/i

// The demo's pictures; stored files are named by their content.
const PICTURES = readdirSync('db/seed/images').flatMap((name) => /^[0-9a-f]{32}/.exec(name) ?? [])

/** A word, number or picture of the demo in a text, with what is around it; undefined without one. */
function demoIn(text: string): string | undefined {
  const found = DEMO.exec(text)?.[0] ?? PICTURES.find((picture) => text.includes(picture))
  const at = found ? text.indexOf(found) : 0
  return found && text.slice(Math.max(0, at - 60), at + 60)
}

const testOwn = test.extend({
  baseURL: [
    async ({ browserName: _ }, use) => {
      const { url, stop } = await startTestShop({
        SELLER_NAME: 'Kestrel & Thorne Ltd',
        SELLER_ADDRESS: '12 Mill Lane; Sheffield; United Kingdom',
        SELLER_TAX_ID: 'GB 811 907 980',
      })
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
})
testOwn.setTimeout(240_000)

async function begin(page: Page) {
  await openAsDemoAdmin(page, '/dashboard/shop')
  await page.getByLabel('Name of your shop').fill(SHOP)
  await page.getByLabel('Your name').fill(OWNER.name)
  await page.getByLabel('Your e-mail').fill(OWNER.email)
  await page.getByRole('button', { name: 'Begin my own shop …' }).click()
  await page.getByRole('button', { name: 'Remove the demo', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(OWNER.name)
  await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible()
}

async function dress(page: Page) {
  await page.goto('/dashboard/shop')
  const file = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) }
  await page.getByLabel('Logo for light backgrounds').setInputFiles(file)
  await expect(page.getByRole('img', { name: 'Current' })).toBeVisible()
  await page.getByLabel('The logo contains the name').check()
  await page.getByLabel('Accent colour', { exact: true }).fill('#1c4a8a')
  await page.getByRole('button', { name: 'Save shop' }).click()
  await expectToast(page, 'Shop saved')
  await page.getByLabel('Banner').fill('PLANES THAT STAY TRUE')
  await page.getByLabel('Figures').uncheck()
  await page.getByRole('button', { name: 'Save home' }).click()
  await expectToast(page, 'Texts saved')
  await page.goto('/dashboard/texts')
  await page.getByLabel('Footer: text below the name').fill('Planes and irons since 1911.')
  const visit = page.getByRole('group', { name: 'Footer: column 3' })
  await visit.getByLabel('Heading').fill('Visit us')
  await visit.getByLabel('Lines').fill('12 Mill Lane\nPlanes | /tools/category/planes')
  await page.getByRole('button', { name: 'Save menu and footer' }).click()
  await expectToast(page, 'Texts saved')
  await page.goto('/dashboard/pages/imprint')
  await page.getByLabel('Text', { exact: true }).fill('Kestrel & Thorne Ltd, 12 Mill Lane')
  await page.getByRole('button', { name: 'Save page' }).click()
  await expectToast(page, 'Page saved')
}

/** A picture that is not the demo's. */
function picture(): Promise<Buffer> {
  return sharp(Buffer.from(LOGO)).resize(1200, 900, { fit: 'cover' }).png().toBuffer()
}

async function bringTools(page: Page) {
  await page.goto('/dashboard/categories')
  await page.getByLabel('Name').fill('Planes')
  await page.getByRole('button', { name: 'Add category' }).click()
  await expect(page.getByRole('rowheader', { name: 'Planes', exact: true })).toBeVisible()
  await page.goto('/dashboard/manage-products/import')
  const tools = Array.from({ length: 12 }, (_, at) => {
    return `KT-${at + 1},Hand plane ${at + 1} mm,"Beech body, blued iron",24.50,400,5,Planes`
  })
  const headings = 'SKU,Name,Description,Price,Stock,Minimum order,Category'
  const buffer = Buffer.from([headings, ...tools].join('\n'))
  await page.getByLabel('Choose a file').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Apply 12 rows' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Applied: 12 rows.')).toBeVisible()
  await page.goto('/dashboard/manage-products/pictures')
  await expect(page.getByText('KT-1.jpg')).toBeVisible()
  await page
    .getByLabel('Choose files')
    .setInputFiles({ name: 'kt-1.png', mimeType: 'image/png', buffer: await picture() })
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  // Rendering takes long on a busy machine.
  await expect(page.getByText('1 of 1 stored')).toBeVisible({ timeout: 90_000 })
}

/** What the documents of an order say of the demo. */
async function findDemoInPapers(calls: APIRequestContext, buyer: Buyer, orderId: string) {
  const call = await callAs(withCookies(calls), buyer)
  const found: string[] = []
  const papers: { kind: string; number: string }[] = await call('GET', `/documents/of/${orderId}`)
  expect(papers.map(({ kind }) => kind)).toEqual(['confirmation', 'invoice'])
  const token = await driver.getAccessToken(withCookies(calls), buyer.email)
  for (const { kind, number } of papers) {
    const headers = { Authorization: `Bearer ${token}` }
    const answer = await calls.get(`/api/documents/${kind}/${number}`, { headers })
    const text = await textOfPdf(await answer.body())
    expect(text).toContain('Kestrel')
    const demo = demoIn(text)
    if (demo) found.push(`${kind}: …${demo}…`)
  }
  return found
}

/** Everything that the shop answers: pages, feeds, icons, mails and its description. */
async function findDemo(calls: APIRequestContext, owner: APIRequestContext): Promise<string[]> {
  const visitor = ['/', '/purchase', '/tools', '/tools/category/planes', '/blogs', '/reviews', '/contact']
  const more = ['/login', '/register', '/order-list', '/pages/imprint', '/about-me', '/no-such-page']
  const files = ['/manifest.webmanifest', '/sitemap.xml', '/robots.txt', '/api/openapi.json', '/api/docs']
  const api = ['/api/products', '/api/categories', '/api/blogs', '/api/reviews', '/simulators/mail']
  const found: string[] = []
  for (const path of [...visitor, ...more, ...files, ...api]) {
    const answer = await calls.get(path, {
      headers: { Accept: path.includes('simulators') ? 'application/json' : '*/*' },
    })
    const demo = demoIn(await answer.text())
    if (demo) found.push(`${path}: …${demo}…`)
  }
  const { call } = { call: await callAs(withCookies(owner), OWNER) }
  for (const path of [
    '/brand',
    '/texts',
    '/users',
    '/products/manage',
    '/synonyms',
    '/companies',
    '/price-lists',
  ]) {
    const text = JSON.stringify(await call('GET', path))
    const demo = demoIn(text.replace(/"settings":\{[^}]*\}/, ''))
    if (demo) found.push(`/api${path}: …${demo}…`)
  }
  return found
}

testOwn(
  'from an empty shop to a paid order, and nothing of the demo is left',
  async ({ page, playwright, newBuyer: buyer, baseURL }) => {
    await begin(page)
    await dress(page)
    await bringTools(page)

    const request = await playwright.request.newContext({ baseURL })
    await signUp(request, buyer)
    await confirmEmail(request, buyer.email)
    const id = await placeOrder(request, buyer, 'Hand plane 1 mm')
    const context = await page
      .context()
      .browser()
      ?.newContext({ storageState: await request.storageState() })
    const shopper = await context?.newPage()
    if (!shopper) throw new Error('This test has no browser.')
    await shopper.goto(new URL(`/dashboard/orders/payment/${id}`, page.url()).href)
    await fillCard(shopper, '4242 4242 4242 4242')
    await shopper.getByRole('button', { name: 'Pay' }).click()
    await expect(shopper.getByText('Congratulation! Your payment is completed.')).toBeVisible()
    await expect
      .poll(async () =>
        (await request.get('/simulators/mail', { headers: { Accept: 'application/json' } })).text(),
      )
      .toContain('Paid')
    await context?.close()

    expect(await findDemo(request, page.request)).toEqual([])
    expect(await findDemoInPapers(request, buyer, id)).toEqual([])
    const icon = await request.get('/favicon.ico', { maxRedirects: 0 })
    expect(icon.headers().location).toMatch(/^\/media\/[0-9a-f]{32}-1c4a8a-icon\.png$/)
    for (const demo of ['/apple-touch-icon.png', '/link-preview.jpg'])
      expect((await request.get(demo)).status(), demo).toBe(404)
    await page.goto('/dashboard')
    const steps = page.getByRole('region', { name: 'First steps' })
    for (const done of ['Your logo', 'Imprint', 'Seller on documents', 'First import', 'Test order'])
      await expect(steps.getByRole('listitem').filter({ hasText: done })).toContainText('done')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('img', { name: SHOP })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Portfolio' })).toHaveCount(0)
    const legal = page.getByRole('navigation', { name: 'Legal' })
    await expect(legal.getByRole('link')).toHaveText(['Contact', 'Imprint'])
  },
)
