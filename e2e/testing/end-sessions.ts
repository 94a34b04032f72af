import type { Locator, Page } from '@playwright/test'
import { callShop, getAccessToken, type Login, overNetwork, signIn } from '#server/testing/api-driver.ts'
import { expect, logIn } from './fixtures.ts'

/** Ends the session of a page's user, as they would from another device. */
export async function endSessionsElsewhere(page: Page, login: Login): Promise<void> {
  const send = overNetwork(new URL(page.url()).origin)
  const token = await getAccessToken(send, login.email, await signIn(send, login))
  expect((await callShop(send, 'DELETE', '/api/sessions', { token })).status).toBe(200)
}

/** Follows the notice that the session has ended, logs in by the form, and is back on the page. */
export async function logInAgain(page: Page, login: Login): Promise<void> {
  const { href } = new URL(page.url())
  const notice = page.getByRole('alert').filter({ hasText: 'Your session has ended.' })
  await expect(notice).toBeInViewport()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toBeAttached()
  await notice.getByRole('link', { name: 'Log in again' }).click()
  await expect(notice).toBeHidden()
  await logIn(page, login)
  await expect(page).toHaveURL(href)
  await expect(notice).toBeHidden()
}

/**
 * Fills fields of a form, sends it after the session has ended, logs in, and expects that nothing typed is lost and
 * that it can be sent then. A select is filled by its option's value.
 */
export async function sendAfterSessionEnd(
  page: Page,
  login: Login,
  { fields, send, done }: { fields: [Locator, string][]; send: Locator; done: string },
): Promise<void> {
  for (const [field, value] of fields) {
    const isSelect = await field.evaluate((element) => element.tagName === 'SELECT')
    await (isSelect ? field.selectOption(value) : field.fill(value))
  }
  await endSessionsElsewhere(page, login)
  await send.click()
  await logInAgain(page, login)
  for (const [field, value] of fields) await expect(field).toHaveValue(value)
  await send.click()
  await expect(page.getByText(done).last()).toBeVisible()
}
