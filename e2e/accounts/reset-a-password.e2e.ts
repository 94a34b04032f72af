import type { BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'

// The link that was used before: the shop answers 400.
test.use({ expectedRefusals: [400] })

test('a buyer who forgot the password sets a new one through the mailed link, once @gate', async ({
  page,
  context,
  browser,
  baseURL,
  newBuyer,
  register,
}) => {
  test.setTimeout(90_000)
  await page.goto('/register')
  await register(newBuyer)
  await expectToast(page, 'Successfully Logged User')

  // Another browser without a login.
  const elsewhere = await browser.newContext({ baseURL })
  const visitor = await elsewhere.newPage()
  await visitor.goto('/login')
  await visitor.getByRole('link', { name: 'Forgot your password?' }).click()
  const send = visitor.getByRole('button', { name: 'Send Reset Link' })
  await send.click()
  await expect(visitor.getByText('Email is required to Reset Password')).toBeVisible()
  await visitor.getByLabel('Email').fill(newBuyer.email)
  await send.click()
  await expectToast(visitor, 'A reset link was sent')
  await expectAccessible(visitor)
  await elsewhere.close()

  const inbox = await openInbox(context, newBuyer.email)
  const mail = inbox.locator('details', { hasText: newBuyer.email }).first()
  // The inbox opens the newest mail, which may belong to another test.
  await mail.evaluate((details: HTMLDetailsElement) => {
    details.open = true
  })
  const opening = inbox.waitForEvent('popup')
  await mail.getByRole('link', { name: '/reset-password?token=' }).click()
  const linked = await opening
  await linked.waitForURL(/\/reset-password\?token=/)
  const link = linked.url()
  await linked.getByLabel('New password').fill('12345')
  const change = linked.getByRole('button', { name: 'Change Password' })
  await change.click()
  await expect(linked.getByText('Min length is 6')).toBeVisible()
  await expectAccessible(linked)
  await linked.getByLabel('New password').fill('a new password')
  await change.click()
  await expectToast(linked, 'Your password was changed, please log in')
  await expect(linked).toHaveURL(/\/login$/)

  await linked.close()

  // The reset ended the earlier session in every tab.
  await page.goto('/dashboard')
  await expect(page).toHaveURL(/\/login/)
  await logIn(page, { ...newBuyer, password: 'a new password' })
  await expectToast(page, 'Successfully Logged User')

  await page.goto(link)
  await page.getByLabel('New password').fill('another password')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('This link was already used')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new one' }).click()
  await expect(page.getByRole('button', { name: 'Send Reset Link' })).toBeVisible()
})

/** Opens the inbox once the reset mail is in it. */
async function openInbox(context: BrowserContext, email: string): Promise<Page> {
  const newest = async () => {
    const headers = { Accept: 'application/json' }
    const mails = await (await context.request.get('/simulators/mail', { headers })).json()
    return mails.find(({ to }: { to: string }) => to === email)?.subject
  }
  await expect.poll(newest).toBe('Reset your Forgewell password')
  const inbox = await context.newPage()
  await inbox.goto('/simulators/mail')
  return inbox
}
