import { mailedLink } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, test } from '#e2e/testing/fixtures.ts'

// A link that was changed.
test.use({ expectedRefusals: [401] })

test('a new buyer is asked to confirm the e-mail, and the mailed link does so @gate', async ({
  page,
  context,
  newBuyer,
  register,
}) => {
  await page.goto('/register')
  await register(newBuyer)
  await expectToast(page, 'Successfully Logged User')
  const banner = page.getByRole('complementary', { name: 'Confirm your e-mail' })
  await expect(banner).toContainText(newBuyer.email)
  await expect(banner).toContainText('Until then: up to 50 unpaid orders, $5,000 in all')
  await expect(banner.getByRole('link', { name: 'Open the demo’s inbox' })).toHaveAttribute(
    'href',
    '/simulators/mail',
  )
  // By keyboard: the notice slides in over the button, where a mouse press could end on it.
  await banner.getByRole('button', { name: 'Send the link again' }).press('Enter')
  await expectToast(page, 'The link is on its way')

  const link = await mailedLink(context.request, newBuyer.email)
  // Without a session, the link leads to the login first.
  const elsewhere = await context.browser()?.newContext()
  const visitor = await elsewhere?.newPage()
  await visitor?.goto(link)
  await expect(visitor ?? page).toHaveURL(/\/login\?from=/)
  await elsewhere?.close()

  await page.goto(link)
  await expect(page.getByRole('main').getByRole('status')).toHaveText(
    'Thank you, your e-mail is now confirmed.',
  )
  await expect(banner).toBeHidden()
  await page.goto(link.replace(/.{3}$/, 'xyz'))
  await expect(page.getByText('This link does not work')).toBeVisible()
})
