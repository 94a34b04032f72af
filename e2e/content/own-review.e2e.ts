import type { Page } from '@playwright/test'
import { test } from '#e2e/testing/admin-product-fixtures.ts'
import { expect, expectToast } from '#e2e/testing/fixtures.ts'

const text = (page: Page) => page.getByLabel('Review', { exact: true })
const add = (page: Page) => page.getByRole('button', { name: 'Add Review' })

/** Chooses by keyboard, because the stars' radio buttons are visually hidden. */
async function choose(page: Page, stars: string): Promise<void> {
  await page.getByRole('radio', { name: stars }).press('Space')
}

test('a buyer writes the one review, within its rules, and updates it @gate', async ({
  page,
  signedInBuyer,
}) => {
  await page.goto('/dashboard/review')
  await add(page).click()
  await expect(page.getByText('Ratings is required')).toBeVisible()
  await expect(page.getByText('Review is required')).toBeVisible()
  // The first invalid field has the focus.
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused()
  await choose(page, '4 stars')
  await add(page).click()
  await expect(text(page)).toBeFocused()
  await text(page).fill('Too short')
  await add(page).click()
  await expect(page.getByText('Minimun length 20 Character')).toBeVisible()
  await text(page).fill('x'.repeat(151))
  await add(page).click()
  await expect(page.getByText('Maximun Length is 150 Character')).toBeVisible()

  const review = `Sharp <b>and</b> true: ${crypto.randomUUID()}`
  await text(page).fill(review)
  await add(page).click()
  await expectToast(page, 'Review Added')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your review')

  await choose(page, '2 stars')
  await text(page).fill(`${review}, but late`)
  await page.getByRole('button', { name: 'Update' }).click()
  await expectToast(page, 'Review Updated')

  await page.goto('/reviews')
  // HTML in a review is shown as text.
  const card = page.getByRole('figure').filter({ hasText: `${review}, but late` })
  await expect(card).toContainText(signedInBuyer.name)
  await expect(card.getByRole('img', { name: '2 of 5 stars' })).toBeVisible()
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: ['net::ERR_INTERNET_DISCONNECTED'] })

  test('a review that could not be sent stays in the form', async ({ page, context, signedInBuyer: _ }) => {
    await page.goto('/dashboard/review')
    const review = 'Sixty files, and every one of them cuts.'
    await choose(page, '5 stars')
    await text(page).fill(review)
    await page.waitForLoadState('networkidle')
    await context.setOffline(true)
    await add(page).click()
    await expectToast(page, 'Failed to Add Review, Please Check the Internet')
    await expect(text(page)).toHaveValue(review)
    await context.setOffline(false)
    await add(page).click()
    await expectToast(page, 'Review Added')
  })
})
