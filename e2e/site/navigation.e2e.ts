import { signUp } from '#e2e/testing/api-helpers.ts'
import { expect, test } from '#e2e/testing/fixtures.ts'

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
  for (const { item, path, heading } of [
    ...PAGES,
    { item: 'Login', path: '/login', heading: 'Login' },
  ]) {
    const link = bar.getByRole('link', { name: item })
    await link.click()
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading)
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  await page.getByRole('banner').getByRole('link', { name: 'Forgewell' }).click()
  await expect(page).toHaveURL('/')
})

test('a buyer sees Dashboard and Sign Out, and after it Login', async ({ page, signedInBuyer }) => {
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

test('after a sign-out in one tab, another tab asks for the login', async ({
  page,
  context,
  signedInBuyer,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${signedInBuyer.name}`)
  const other = await context.newPage()
  await other.goto('/')
  await other.getByRole('button', { name: 'Sign Out' }).click()
  await expect(other.getByRole('link', { name: 'Login' })).toBeVisible()

  await expect(page).toHaveURL(`/login?from=${encodeURIComponent('/dashboard')}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login')
})

for (const width of [1200, 1280]) {
  test(`a long name wraps no item of the header, ${width} px wide`, async ({ page, newBuyer }) => {
    await signUp(page.request, { ...newBuyer, name: 'Wolfeschlegelsteinh' })
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/')
    const items = page.getByRole('banner').getByRole('navigation', { name: 'Main' })
    await expect(items.getByText('Wolfeschlegelsteinh')).toBeVisible()
    const heights = await items.locator('a, button').evaluateAll((all) =>
      all.map((item) => {
        const text = document.createRange()
        text.selectNodeContents(item)
        return new Set([...text.getClientRects()].map(({ top }) => Math.round(top))).size
      }),
    )
    expect(new Set(heights)).toEqual(new Set([1]))
    const isTooWide = () =>
      document.documentElement.scrollWidth > document.documentElement.clientWidth
    expect(await page.evaluate(isTooWide)).toBe(false)
  })
}
