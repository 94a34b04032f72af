import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, expectToast, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'

const THANKS = 'Thank you, your message is on its way'

test('a visitor writes to the shop @gate', async ({ page }) => {
  await page.goto('/contact?product=Claw%20Hammer%20450%20g')
  await expect(page.getByLabel('Product')).toHaveValue('Claw Hammer 450 g')
  await write(page, 'Do you sell it with a shorter handle?')
  await page.getByRole('button', { name: 'Send Message' }).click()
  await expectToast(page, THANKS)
  await expect(page.getByLabel('Message')).toHaveValue('')
  await expect(page.getByLabel('Name')).toHaveValue('Wanda Writer')
})

test('the contact form is prefilled for a buyer', async ({ page, signedInBuyer }) => {
  await page.goto('/contact')
  await expect(page.getByLabel('Name')).toHaveValue(signedInBuyer.name)
  await expect(page.getByLabel('Email')).toHaveValue(signedInBuyer.email)
})

test('an admin answers three messages, and closes and deletes others @gate', async ({ page }) => {
  const names = ['Ada One', 'Ben Two', 'Cleo Three', 'Dan Four', 'Eve Five']
  for (const name of names) {
    const data = { name, email: 'writer@example.com', message: `A question of ${name}` }
    expect((await page.request.post('/api/contact', { data })).ok()).toBe(true)
  }
  await openAsDemoAdmin(page, '/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard' })
  await menu.getByRole('link', { name: 'Messages' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages')
  await expect(menu.getByRole('link', { name: 'Messages' })).toHaveAttribute('aria-current', 'page')
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  for (const name of names.slice(0, 3)) {
    await entry(name).getByText(name, { exact: true }).click()
    await entry(name).getByLabel('Answer').fill(`Hello ${name}, we do.`)
    await entry(name).getByRole('button', { name: 'Send answer' }).click()
    await expect(entry(name)).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }
  await entry('Dan Four').locator('summary').press('Enter')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page, undefined, colorScheme)
  }
  await entry('Dan Four').getByRole('button', { name: 'Close' }).click()
  await expect(entry('Dan Four')).toHaveCount(0)
  await entry('Eve Five').getByText('Eve Five', { exact: true }).click()
  await entry('Eve Five').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete message' }).click()
  await expect(entry('Eve Five')).toHaveCount(0)

  const states = page.getByRole('navigation', { name: 'State of the messages' })
  await states.getByRole('link', { name: /^Closed/ }).click()
  await expect(entry('Dan Four')).toBeVisible()
  await states.getByRole('link', { name: /^Answered/ }).click()
  await entry('Ada One').getByText('Ada One', { exact: true }).click()
  await expect(entry('Ada One')).toContainText('Hello Ada One, we do.')
  await expect(entry('Ada One')).toContainText('Answered by')
})

test('answers to two messages are not lost without a question', async ({ page }) => {
  const names = ['Fay Upper', 'Gus Lower']
  for (const name of names.toReversed()) {
    const data = { name, email: 'writer@example.com', message: `A question of ${name}` }
    expect((await page.request.post('/api/contact', { data })).ok()).toBe(true)
  }
  await openAsDemoAdmin(page, '/dashboard/messages')
  const entry = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const upper = entry('Fay Upper')
  await upper.getByText('Fay Upper', { exact: true }).click()
  await upper.getByLabel('Answer').fill('We do.')
  await page.getByRole('link', { name: 'Reserved stock' }).click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(upper.getByLabel('Answer')).toHaveValue('We do.')
  await page.getByRole('link', { name: 'Reserved stock' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reserved stock')
  await expect(page).toHaveURL('/dashboard/held-stock')
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
