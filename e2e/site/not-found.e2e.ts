import { expect, test } from '#e2e/testing/fixtures.ts'

test.use({ expectedRefusals: [404] })

const NOBODY = '00000000-0000-7000-8000-000000000000'
const HEADING = 'This page is not in our catalogue'

// The page of all components is only in development.
for (const path of ['/no-such-page', '/dev/components']) {
  test(`${path} answers 404 and shows the way home`, async ({ page }) => {
    expect((await page.goto(path))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING)
    const categories = page.getByRole('navigation', { name: 'Tools by category' })
    await expect(categories.getByRole('link', { name: 'Hammers' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('heading', { name: 'GET HIGH QUALITY TOOLS' })).toBeVisible()
  })
}

test('an unknown product is a 404, opened directly or by a link @gate', async ({
  page,
  newBuyer,
  register,
}) => {
  await page.goto(`/register?from=/purchase/${NOBODY}`)
  await register(newBuyer)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING)
  for (const id of [NOBODY, 'no-such-product']) {
    expect((await page.goto(`/purchase/${id}`))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(HEADING)
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible()
  }
})
