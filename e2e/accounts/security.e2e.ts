import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/testing/accessibility.ts'
import { expect, expectToast, logIn, test } from '#e2e/testing/fixtures.ts'
import { authenticatorCode } from '#server/testing/api-driver.ts'

// Wrong passwords and codes, and the token of a session that was replaced.
test.use({ expectedRefusals: [401, 403] })

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a buyer sets two-step sign-in up, and logs in with the code and a recovery code @gate', async ({
  page,
  signedInBuyer,
}) => {
  test.setTimeout(90_000)
  await page.goto('/dashboard/profile')
  // The dashboard's menu, which is in `main` too, has a link of the same name.
  await page
    .getByText('Password, e-mail, two-step sign-in and sessions:')
    .getByRole('link', { name: 'Security' })
    .click()
  await expect(page.getByRole('heading', { name: 'Security' })).toBeVisible()
  const twoStep = section(page, 'Two-step sign-in')
  await twoStep.getByLabel('Password').fill('not hers')
  await twoStep.getByRole('button', { name: 'Set up' }).click()
  await expect(twoStep.getByText('Password is not Match')).toBeVisible()
  await twoStep.getByLabel('Password').fill(signedInBuyer.password)
  await twoStep.getByRole('button', { name: 'Set up' }).click()
  await expect(twoStep.getByRole('img', { name: 'QR code of the setup key' })).toBeVisible()
  const key = (await twoStep.locator('code').innerText()).replaceAll(' ', '')
  const setup = `otpauth://totp/x?secret=${key}`
  await expectAccessible(page)
  await twoStep.getByLabel('Code').fill(await authenticatorCode(setup))
  await twoStep.getByRole('button', { name: 'Turn on' }).click()
  const codes = twoStep.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = await codes.first().innerText()

  const logInHalf = async () => {
    await page.getByRole('button', { name: 'Sign Out' }).first().click()
    await expect(page).toHaveURL(/\/$/)
    await page.goto('/login?from=/dashboard/orders')
    await logIn(page, signedInBuyer)
    await expect(page.getByLabel('Code')).toBeVisible()
  }
  await logInHalf()
  await page.getByLabel('Code').fill('000000')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page.getByText('This code is wrong')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Code').fill(await authenticatorCode(setup, 1))
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(page, 'Successfully Logged User')
  await expect(page).toHaveURL(/\/dashboard\/orders$/)

  await logInHalf()
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill(recovery)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders$/)
})

test('a buyer adds a passkey, logs in with it and removes it', async ({
  page,
  signedInBuyer,
  browserName,
}) => {
  test.skip(browserName === 'firefox', 'Only Chromium can emulate an authenticator')
  test.setTimeout(90_000)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto('/dashboard/security')
  const passkeys = section(page, 'Passkeys')
  await passkeys.getByLabel('Passkey name').fill('My laptop')
  await passkeys.getByLabel('Password').fill(signedInBuyer.password)
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await expect(passkeys.getByText('My laptop')).toBeVisible()

  await page.getByRole('button', { name: 'Sign Out' }).first().click()
  await expect(page).toHaveURL(/\/$/)
  await page.context().clearCookies({ name: 'forgewell_device' })
  await page.goto('/login?from=/dashboard/security')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expectToast(page, 'Successfully Logged User')
  const cookies = await page.context().cookies(`${new URL(page.url()).origin}/api/auth`)
  expect(cookies.map(({ name }) => name)).toContain('forgewell_device')
  await expect(page).toHaveURL(/\/dashboard\/security$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Security')

  await passkeys.getByRole('button', { name: 'Remove My laptop' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove My laptop?' })
  await dialog.getByLabel('Password').fill(signedInBuyer.password)
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect(passkeys.getByRole('listitem')).toHaveCount(0)
})

test('a buyer changes the password and ends another session @gate', async ({
  page,
  browser,
  signedInBuyer,
}) => {
  const elsewhere = await browser.newContext()
  const { email, password } = signedInBuyer
  await elsewhere.request.post('/api/auth/sign-in/email', { data: { email, password } })
  await page.goto('/dashboard/security')
  const sessions = section(page, 'Sessions')
  await expect(sessions.getByRole('listitem')).toHaveCount(2)
  await sessions.getByRole('button', { name: 'End', exact: true }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(1)
  const session = await elsewhere.request.get('/api/auth/get-session')
  expect(await session.json()).toBeNull()
  await elsewhere.close()

  const change = section(page, 'Password')
  await change.getByLabel('Current password').fill(password)
  await change.getByLabel('New password').fill('a new password')
  await change.getByRole('button', { name: 'Change password' }).click()
  await expectToast(page, 'Your password was changed')
})
