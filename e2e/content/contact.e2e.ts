import type { Page } from '@playwright/test'
import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

const THANKS = 'Thank you, your message is on its way'

test('a visitor writes to the shop', async ({ page }) => {
  await page.goto('/contact?product=Claw%20Hammer%20450%20g')
  await expect(page.getByLabel('Product')).toHaveValue('Claw Hammer 450 g')
  await write(page, 'Do you sell it with a shorter handle?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, THANKS)
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByLabel('Name')).toHaveValue('Wanda Writer')
})

test('an invalid message shows its errors and keeps the text', async ({ page }) => {
  await page.goto('/contact')
  const send = page.getByRole('button', { name: 'Send Message' })
  await send.click()
  await expect(page.getByText('Name is required')).toBeVisible()
  await expect(page.getByText('Message is required')).toBeVisible()
  await expect(page.getByLabel('Name')).toBeFocused()

  await write(page, 'A word '.repeat(300))
  await page.getByLabel('Email').fill('not an address')
  await send.click()
  await expect(page.getByText('Your email is not valid')).toBeVisible()
  await expect(page.getByText('At most 2000 characters')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Wanda Writer')
  await expect(page.getByText(THANKS)).toHaveCount(0)
})

test('the contact form is prefilled for a buyer', async ({ page, signedInBuyer }) => {
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue(signedInBuyer.name)
  await expect(page.getByLabel('Email')).toHaveValue(signedInBuyer.email)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the form is submitted, rejected and confirmed', async ({ page }) => {
    await page.goto('/contact')
    await write(page, '')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('alert')).toHaveText('Message is required')
    await expect(page.getByLabel('Name')).toHaveValue('Wanda Writer')
    await page.getByLabel('Message').fill('Do you deliver to Ekstad?')
    await page.getByRole('button', { name: 'Send Message' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(`${THANKS}.`)
  })
})

async function write(page: Page, message: string): Promise<void> {
  await page.getByLabel('Name').fill('Wanda Writer')
  await page.getByLabel('Email').fill('wanda@example.com')
  await page.getByLabel('Message').fill(message)
}
