import { expect, test } from '#e2e/testing/fixtures.ts'

test('the home page has its parts in the specified order @gate', async ({ page }) => {
  await page.goto('/')
  await expect(page.locator('body')).toMatchAriaSnapshot(`
    - main:
      - region "GET HIGH QUALITY TOOLS":
        - heading "GET HIGH QUALITY TOOLS" [level=1]
        - link "Get Order":
          - /url: /purchase
        - link "Portfolio":
          - /url: /about-me
        - link "Paste an order":
          - /url: /order-list
      - navigation "Tools by category"
      - region "From the catalogue"
      - region "What our customers say"
      - region "Forgewell in numbers"
      - region "Equip the whole workshop":
        - link "Register":
          - /url: /register
        - link "Contact":
          - /url: /contact
    - contentinfo
  `)
  const numbers = page.getByRole('region', { name: 'Forgewell in numbers' }).getByRole('paragraph')
  await expect(numbers).toHaveText([
    'Reviews 42K+',
    'Countries 120+',
    'Annual Revenew 90 Millions+',
    'Tools 90+',
  ])
})

test('six products can be bought from the home page, and six reviews be read', async ({ page }) => {
  await page.goto('/')
  const products = page.getByRole('region', { name: 'From the catalogue' }).getByRole('article')
  await expect(products).toHaveCount(6)
  for (const product of await products.all()) {
    const name = await product.getByRole('heading').innerText()
    const buy = product.getByRole('link', { name: `Buy Now: ${name}` })
    await expect(buy).toHaveAttribute('href', /^\/purchase\/[0-9a-f-]{36}$/)
  }
  const reviews = page.getByRole('region', { name: 'What our customers say' }).getByRole('figure')
  await expect(reviews).toHaveCount(6)
  await expect(reviews.getByRole('img', { name: /^[1-5] of 5 stars$/ })).toHaveCount(6)
})

test('the icon and the link preview image have their usual URLs', async ({ page, request }) => {
  const icon = await request.get('/favicon.ico')
  expect(icon.status()).toBe(200)
  expect(icon.headers()['content-type']).toMatch(/^image\//)
  await page.goto('/login')
  const preview = await page.locator('meta[property="og:image"]').getAttribute('content')
  const image = await request.get(new URL(preview ?? '').pathname)
  expect(image.headers()['content-type']).toBe('image/jpeg')
})

test('all links of the footer lead home', async ({ page }) => {
  await page.goto('/about-me')
  const links = page.getByRole('contentinfo').getByRole('link')
  const urls = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(urls.length).toBeGreaterThan(3)
  expect(new Set(urls)).toEqual(new Set(['/']))
  await links.last().click()
  await expect(page.getByRole('heading', { name: 'GET HIGH QUALITY TOOLS' })).toBeVisible()
})
