import { expect, test } from '#e2e/testing/fixtures.ts'

test('rows of one line fill the screen, and the head stays in sight', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/purchase?view=table')
  const rows = page.locator('tbody tr')
  expect(await rows.first().evaluate((row) => row.getBoundingClientRect().height)).toBe(32)
  // Nineteen whole ones, also below the demo's banner.
  expect((await rows.first().boundingBox())?.y).toBeLessThanOrEqual(800 - 19 * 32)
  const head = page.getByRole('table').nth(1).getByRole('columnheader', { name: 'Price' })
  await page.getByRole('table').nth(1).getByRole('textbox').first().focus()
  await page.mouse.wheel(0, (await head.boundingBox())?.y ?? 0)
  await expect.poll(async () => (await head.boundingBox())?.y).toBeLessThan(2)
  await expect(head).toBeInViewport()
})

test('the switch between cards and table stays below the pointer', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  const boxes: unknown[] = []
  for (const path of [
    '/purchase',
    '/purchase?view=table',
    '/tools/category/wrenches?view=table',
    '/purchase?q=wrench',
  ]) {
    await page.goto(path)
    // The letters of a first visit are wider until the font is there.
    await page.evaluate(() => document.fonts.ready.then(() => null))
    boxes.push(await page.getByRole('link', { name: 'Table', exact: true }).boundingBox())
  }
  expect(boxes).toEqual(boxes.map(() => boxes[0]))
})

for (const width of [360, 768, 1280, 1920]) {
  test(`price, quantity and button are in sight at ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/tools/category/hand-tools?view=table')
    const sizes = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement
      return [scrollWidth, clientWidth]
    })
    expect(sizes).toEqual([width, width])
    const row = page.getByRole('row', { name: /Combination Wrench 13 mm/ })
    for (const part of [
      row.getByText('$7.90'),
      row.getByRole('checkbox', { name: /^Compare/ }),
      row.getByRole('textbox'),
      row.getByRole('button', { name: /^Add to list/ }),
    ]) {
      await part.scrollIntoViewIfNeeded()
      await expect(part).toBeInViewport({ ratio: 0.99 })
    }
    await row.getByRole('textbox').fill('30')
    await row.getByRole('button', { name: /^Add to list/ }).click()
    await expect(row.getByRole('status')).toHaveText('✓ 30 on the list')
  })
}

test('on a phone filter, order and view fit in one line, and the unit is in the filter', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  for (const path of ['/purchase?q=steel&view=table', '/tools/category/wrenches?view=table']) {
    await page.goto(path)
    const views = page.getByRole('navigation', { name: 'View' })
    const controls = [page.getByText('Filter', { exact: true }), page.getByLabel('Sort by'), views]
    const boxes = await Promise.all(controls.map((one) => one.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size, path).toBe(1)
    // Large enough for a finger.
    for (const box of boxes) expect(box?.height).toBeGreaterThanOrEqual(44)
    for (const name of ['Cards', 'Table']) {
      const link = await views.getByRole('link', { name }).boundingBox()
      expect(link?.width).toBeGreaterThanOrEqual(44)
    }
    const unit = page.getByRole('group', { name: 'Unit of length' })
    await expect(unit).toHaveCount(0)
    await page.getByText('Filter', { exact: true }).click()
    await expect(unit).toBeVisible()
  }
})

test('on a phone a row shows the whole name, to the size at its end', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/tools/category/wrenches?view=table')
  const cut = await page
    .getByRole('rowheader')
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => link.scrollWidth > link.clientWidth || link.scrollHeight > 2 * 18)
        .map((link) => link.textContent),
    )
  expect(cut).toEqual([])
  const heights = await page
    .locator('tbody tr:not(.family-row)')
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height))
  expect(new Set(heights)).toEqual(new Set([64]))
})

test('further columns are chosen', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/tools/category/wrenches?view=table')
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const standard = page.getByRole('columnheader', { name: 'Standard' })
  const before = await page.getByRole('columnheader').allTextContents()
  await expect(standard).toBeHidden()
  await page.getByText('Columns', { exact: true }).first().click()
  await page.getByRole('checkbox', { name: 'Standard' }).check()
  await expect(standard).toBeVisible()
  for (const name of before.filter((name) => name !== '')) {
    await expect(page.getByRole('columnheader', { name, exact: true })).toBeAttached()
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('checkbox', { name: 'Standard' })).toBeHidden()
})

test('search results can be shown as a table, also after narrowing the search', async ({ page }) => {
  await page.goto('/purchase')
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL('/purchase?view=table')
  await expect(page.getByRole('rowheader').nth(33)).toBeVisible()
  await page.goto('/purchase?q=wrench')
  await page.getByRole('link', { name: 'Table', exact: true }).click()
  await expect(page).toHaveURL('/purchase?q=wrench&view=table')
  const table = page.getByRole('table', { name: 'Search: wrench, Wrenches' })
  await expect(table.getByRole('columnheader', { name: 'Jaw width (mm)' })).toBeVisible()
  await expect(table.getByRole('rowheader', { name: /Combination Wrench 13 mm/ })).toBeVisible()
  await page.getByLabel('Sort by').selectOption('Price')
  await expect(page).toHaveURL('/purchase?q=wrench&sort=price&view=table')
  await expect(table).toBeVisible()
})
