import type { APIRequestContext, Page } from '@playwright/test'
import { image } from '#e2e/testing/admin-product-fixtures.ts'
import { callAs, confirmEmail, placeOrder, signUp, withCookies } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { START_LIMIT_MS } from '#e2e/testing/test-alone.ts'
import { startTestShop } from '#server/testing/shop-process.ts'

const OWNER = { name: 'Nora Kestrel', email: 'nora@kestrel.example' }
const SHOP = 'Kestrel & Thorne Planes'
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><path fill="#1c4a8a" d="M0 0h400v100H0z"/></svg>'

// Words, tools, people and numbers of the demo. Order numbers, with five digits, begin alike; so do names of cookies.
const DEMO =
  /forgewell(?!\.session_token|_device)|detroit|\(demo\)|hallberg|ekstad|42K|120\+|revenew|by the crate|high quality tools|\bFW-?\d{4}\b(?!\d)|wrench|pliers/i

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
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Apply 12 rows' }).click()
  await expect(page.getByText('Applied: 12 rows.')).toBeVisible()
  await page.goto('/dashboard/manage-products/pictures')
  await expect(page.getByText('KT-1.jpg')).toBeVisible()
  await page
    .getByLabel('Choose files')
    .setInputFiles({ ...image('combination-wrench-set'), name: 'kt-1.webp' })
  await page.getByRole('button', { name: 'Store 1 file' }).click()
  // Rendering takes long on a busy machine.
  await expect(page.getByText('1 of 1 stored')).toBeVisible({ timeout: 90_000 })
}

/** Everything that the shop answers: pages, feeds, icons’ names, mails, papers and its description. */
async function findDemo(calls: APIRequestContext, owner: APIRequestContext): Promise<string[]> {
  const visitor = [
    '/',
    '/purchase',
    '/tools',
    '/tools/category/planes',
    '/blogs',
    '/reviews',
    '/contact',
  ]
  const more = [
    '/login',
    '/register',
    '/order-list',
    '/pages/imprint',
    '/about-me',
    '/no-such-page',
  ]
  const files = [
    '/manifest.webmanifest',
    '/sitemap.xml',
    '/robots.txt',
    '/api/openapi.json',
    '/api/docs',
  ]
  const api = ['/api/products', '/api/categories', '/api/blogs', '/api/reviews', '/simulators/mail']
  const found: string[] = []
  for (const path of [...visitor, ...more, ...files, ...api]) {
    const answer = await calls.get(path, {
      headers: { Accept: path.includes('simulators') ? 'application/json' : '*/*' },
    })
    const text = await answer.text()
    const [word] = DEMO.exec(text) ?? []
    if (word)
      found.push(
        `${path}: …${text.slice(Math.max(0, text.indexOf(word) - 60), text.indexOf(word) + 60)}…`,
      )
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
    const [word] = DEMO.exec(text.replace(/"settings":\{[^}]*\}/, '')) ?? []
    if (word) found.push(`/api${path}: ${word}`)
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
    await page.goto('/dashboard')
    const steps = page.getByRole('region', { name: 'First steps' })
    for (const done of [
      'Your logo',
      'Imprint',
      'Seller on documents',
      'First import',
      'Test order',
    ])
      await expect(steps.getByRole('listitem').filter({ hasText: done })).toContainText('done')
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('img', { name: SHOP })).toBeVisible()
    await expect(page.getByRole('link', { name: 'My Portfolio' })).toHaveCount(0)
    const legal = page.getByRole('navigation', { name: 'Legal' })
    await expect(legal.getByRole('link')).toHaveText(['Contact', 'Imprint'])
  },
)
