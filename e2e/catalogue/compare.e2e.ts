import { expect, test } from '#e2e/testing/fixtures.ts'

test('a visitor finds a wrench of 13 mm and compares it with two others in four presses @gate', async ({
  page,
}) => {
  await page.goto('/')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  await page.keyboard.press('/')
  await page.keyboard.type('13mm wrench')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/purchase?q=13mm+wrench')
  const names = page.getByRole('article').getByRole('heading')
  await expect(names.first()).toHaveText('Combination Wrench 13 mm')
  // The demo's only other tools of the search are further down.
  await page.goto('/purchase?q=wrench&view=sizes')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const wanted = (await names.allTextContents()).slice(0, 3)
  const tops = () => names.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
  const before = await tops()
  const boxes = page.getByRole('checkbox', { name: /^Compare/ })
  for (const index of [0, 1, 2]) await boxes.nth(index).click()
  expect(await tops()).toEqual(before)
  const tray = page.getByRole('complementary', { name: 'Comparison' })
  for (const name of wanted) await expect(tray.getByRole('img', { name })).toBeVisible()
  await tray.getByRole('link', { name: 'Compare 3' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare tools')
  await expect(page.getByRole('table').getByRole('columnheader')).toHaveText(wanted)
})

test('up to four products are compared side by side at a URL to share', async ({ page }) => {
  await page.goto('/tools/category/hand-tools?view=table')
  const boxes = page.getByRole('checkbox', { name: /^Compare/ })
  for (const index of [0, 1, 2, 3]) await boxes.nth(index).check()
  await expect(boxes.nth(4)).toBeDisabled()
  const tray = page.getByRole('complementary', { name: 'Comparison' })
  const reason = tray.getByText('4 at most: take one off to choose another.').last()
  await expect(reason).toBeVisible()
  // Screen readers hear it once, from the announcement.
  expect((await tray.ariaSnapshot()).match(/\bmost\b/g)).toHaveLength(1)
  await tray
    .getByRole('button', { name: /^Do not compare / })
    .last()
    .click()
  await expect(boxes.nth(4)).toBeEnabled()
  await expect(reason).toBeHidden()
  await boxes.nth(3).check()
  await tray.getByRole('link', { name: 'Compare 4' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Compare tools')
  const table = page.getByRole('table', { name: 'Comparison' })
  await expect(table.getByRole('columnheader')).toHaveCount(4)
  await expect(table.getByRole('rowheader', { name: 'Price each (differs)' })).toBeVisible()
  const material = table.getByRole('rowheader', { name: 'Material', exact: true })
  await expect(material).toBeVisible()
  await page.getByRole('checkbox', { name: 'Only differences' }).check()
  await expect(material).toBeHidden()
  await expect(table.getByRole('rowheader', { name: 'Price each (differs)' })).toBeVisible()
  await table
    .getByRole('button', { name: /^Remove/ })
    .first()
    .click()
  await expect(table.getByRole('columnheader')).toHaveCount(3)
  const shared = page.url()
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
  await page.goto(shared)
  await expect(table.getByRole('columnheader')).toHaveCount(3)
})

for (const path of ['/purchase?q=wrench', '/tools/category/hand-tools?view=table']) {
  test(`the tray never covers what has the focus on ${path}`, async ({ page }) => {
    await page.goto(path)
    await page
      .getByRole('checkbox', { name: /^Compare/ })
      .first()
      .check()
    const tray = page.getByRole('complementary', { name: 'Comparison' })
    await expect(tray.getByRole('link', { name: 'Compare 1' })).toBeVisible()
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab')
      const bottom = await page.evaluate(() => document.activeElement?.getBoundingClientRect().bottom)
      expect(bottom).toBeLessThanOrEqual((await tray.boundingBox())?.y ?? 0)
    }
  })
}

for (const width of [360, 768, 1280]) {
  test(`columns of one width, whose names stay in sight, at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 600 })
    const products: { _id: string }[] = await (await page.request.get('/api/products?size=4&page=1')).json()
    await page.goto(`/compare?ids=${products.map(({ _id }) => _id).join(',')}`)
    const heads = page.getByRole('table').getByRole('columnheader')
    await expect(heads).toHaveCount(4)
    const widths = await heads.evaluateAll((all) =>
      all.map((head) => Math.round(head.getBoundingClientRect().width)),
    )
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThanOrEqual(1)
    const size = await page.evaluate(() => document.documentElement.scrollWidth)
    expect(size).toBe(width)
    await page.getByRole('rowheader').last().scrollIntoViewIfNeeded()
    await expect(heads.last()).toBeInViewport()
  })
}
