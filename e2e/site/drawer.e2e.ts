import { expect, test } from '#e2e/testing/fixtures.ts'

test.use({ viewport: { width: 360, height: 740 } })

test('on a phone a drawer has the same items and Home', async ({ page }) => {
  await page.goto('/blogs')
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  for (const { item, path } of [
    { item: 'Home', path: '/' },
    { item: 'Purchase', path: '/purchase' },
    { item: 'Blogs', path: '/blogs' },
    { item: 'My Portfolio', path: '/about-me' },
    { item: 'Reviews', path: '/reviews' },
    { item: 'Login', path: '/login' },
  ]) {
    await menu.click()
    await drawer.getByRole('link', { name: item, exact: true }).click()
    await expect(page).toHaveURL(path)
    await expect(drawer).toBeHidden()
  }
})

test('the page does not scroll behind the open drawer', async ({ page }) => {
  await page.goto('/')
  const wheel = async () => {
    await page.mouse.move(5, 400)
    await page.mouse.wheel(0, 600)
    await page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
  }
  const scrolled = () => page.evaluate(() => scrollY)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await wheel()
  expect(await scrolled()).toBe(0)
  await page.keyboard.press('Escape')
  await wheel()
  await expect.poll(scrolled).toBeGreaterThan(0)
})

test('a buyer finds Dashboard and Sign Out in the drawer @gate', async ({ page, signedInBuyer }) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Menu' })
  await expect(drawer.getByRole('link')).toHaveText([
    'Home',
    'Purchase',
    'Blogs',
    'My Portfolio',
    'Reviews',
    'Dashboard',
  ])
  await drawer.getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Welcome, ${signedInBuyer.name}`)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await drawer.getByRole('button', { name: 'Sign Out' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('GET HIGH QUALITY TOOLS')
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await expect(drawer.getByRole('link', { name: 'Login' })).toBeVisible()
})
