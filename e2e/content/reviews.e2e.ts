import { expect, test } from '#e2e/testing/fixtures.ts'

test('reviews come six at first, then 10, 15, 20 or all of them @gate', async ({ page }) => {
  await page.goto('/reviews')
  const reviews = page.getByRole('figure')
  const size = page.getByLabel('Per page')
  await expect(reviews).toHaveCount(6)
  await expect(size.locator('option:checked')).toHaveText('6')

  for (const option of ['10', '15', '20']) {
    await size.selectOption(option)
    await expect(page).toHaveURL(`/reviews?size=${option}&page=0`)
    await expect(reviews).toHaveCount(Number(option))
  }
  await size.selectOption('All')
  await expect(page).toHaveURL('/reviews?size=all&page=0')
  const line = page.getByText('customers reviewed our tools')
  await expect(async () => {
    expect(await line.innerText()).toBe(`${await reviews.count()} customers reviewed our tools`)
  }).toPass()
  expect(await reviews.count()).toBeGreaterThanOrEqual(48)
})
