import { confirmEmail, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import { dashboardMenus } from '#e2e/testing/pages.ts'

const PAGES = [
  { item: 'Purchase', path: '/purchase', heading: 'All Tools Page' },
  { item: 'Blogs', path: '/blogs', heading: 'Blogs' },
  { item: 'My Portfolio', path: '/about-me', heading: 'My Portfolio' },
  { item: 'Reviews', path: '/reviews', heading: 'Reviews' },
]

test('the bar leads a visitor to every page, the title home', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  await expect(bar.getByRole('link')).toHaveText([...PAGES.map(({ item }) => item), 'Login'])
  for (const { item, path, heading } of [...PAGES, { item: 'Login', path: '/login', heading: 'Login' }]) {
    const link = bar.getByRole('link', { name: item })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Forgewell' }).click()
  await expect(page).toHaveURL('/')
})

test('a buyer sees Dashboard and Sign Out, and after it Login @gate', async ({ page, signedInBuyer }) => {
  await page.goto('/')
  const bar = page.getByRole('navigation', { name: 'Main' })
  const items = PAGES.map(({ item }) => item)
  await expect(bar.getByRole('link')).toHaveText([...items, 'Dashboard'])
  await bar.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${signedInBuyer.name}`)
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(page.getByText('You have no orders yet.')).toBeVisible()
  const token = () => page.evaluate(() => localStorage.getItem('accessToken'))
  expect(await token()).not.toBeNull()

  await bar.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(bar.getByRole('link')).toHaveText([...items, 'Login'])
  await expect(bar.getByRole('button')).toHaveCount(0)
  expect(await token()).toBeNull()
})

test('a long name leaves the header on one line at every width', async ({ page, newBuyer }) => {
  await signUp(page.request, { ...newBuyer, name: 'Wolfeschlegelsteinh' })
  await page.goto('/')
  const header = page.getByRole('banner')
  const items = header.getByRole('navigation', { name: 'Main' })
  for (const width of [1024, 1180, 1280, 1320, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const middles = await items.locator('a, button, .site-nav-name').evaluateAll((all) =>
      all.map((item) => {
        const { top, height } = item.getBoundingClientRect()
        return Math.round(top + height / 2)
      }),
    )
    expect(new Set(middles).size, `${width} px`).toBe(1)
    const lines = await items.locator('a, button').evaluateAll((all) =>
      all.map((item) => {
        const text = document.createRange()
        text.selectNodeContents(item)
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(new Set(lines), `${width} px`).toEqual(new Set([1]))
    await expect(items.getByRole('button', { name: 'Sign Out' })).toBeInViewport({ ratio: 1 })
    expect((await header.boundingBox())?.height, `${width} px`).toBeLessThanOrEqual(92)
    const { width: field = 0 } = (await header.getByRole('search').boundingBox()) ?? {}
    if (width >= 1280) expect(field, `${width} px`).toBeGreaterThanOrEqual(320)
    const isTooWide = () => document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isTooWide), `${width} px`).toBe(false)
  }
  await expect(items.getByText('Wolfeschlegelsteinh')).toBeVisible()
})

test('where the search has no room, pressing its icon opens it over the header', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 })
  await page.goto('/blogs')
  const search = page.getByRole('banner').getByRole('search')
  expect((await search.boundingBox())?.width).toBe(44)
  await search.click()
  await expect.poll(async () => (await search.boundingBox())?.width).toBeGreaterThan(600)
  await page.keyboard.type('FW-1013')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/purchase?q=FW-1013')
})

test('on a phone the dashboard’s header and menu leave the first screen to the page', async ({
  page,
  signedInBuyer,
}) => {
  // Confirmed, so that no banner asks for it.
  await confirmEmail(page.request, signedInBuyer.email)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/dashboard/profile')
  const heading = page.getByRole('heading', { level: 1 })
  expect((await heading.boundingBox())?.y).toBeLessThanOrEqual(112)
  await page.getByRole('button', { name: 'Dashboard menu' }).click()
  const menu = page.getByRole('dialog', { name: 'Dashboard' })
  await expect(menu.getByRole('link', { name: 'My Profile' })).toHaveAttribute('aria-current', 'page')
  await menu.getByRole('link', { name: 'Security' }).click()
  await expect(heading).toHaveText('Security')
  await page.getByRole('banner').getByRole('search').click()
  await expect(page.getByRole('combobox', { name: 'Search tools' })).toBeFocused()
})

test('the dashboard’s menu has every page in groups, and marks the current one', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await openAsDemoAdmin(page, '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await expect(menu.getByRole('link')).toHaveText(dashboardMenus.admin)
  for (const name of [
    'Categories',
    'Families',
    'Synonyms',
    'Shipping',
    'Messages',
    'Reserved stock',
    'Security',
  ]) {
    await menu.getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(menu.locator('[aria-current="page"]')).toHaveText([name])
  }
  await menu.getByRole('link', { name: 'Manage Product' }).click()
  await page.getByRole('link', { name: 'Update' }).first().click()
  await expect(page).toHaveURL(/manage-products\/./)
  await expect(menu.locator('[aria-current="page"]')).toHaveText(['Manage Product'])
})
