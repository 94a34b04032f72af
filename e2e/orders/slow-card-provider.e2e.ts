import type { Page } from '@playwright/test'
import { placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, themeColor } from '#e2e/testing/fixtures.ts'
import { testAlone } from '#e2e/testing/test-alone.ts'

const PAID = 'Congratulation! Your payment is completed.'

const order = (page: Page) => page.getByRole('row').nth(1)
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay' })

for (const [card, ending] of [
  ['4242 4242 4242 4242', 'pays'],
  ['4000 0000 0000 0002', 'declines'],
] as const) {
  testAlone(
    `a slow bank that ${ending} in the end: the page waits and shows the result`,
    async ({ page, signedInBuyer }) => {
      const id = await placeOrder(page.request, signedInBuyer)
      await page.goto(`/dashboard/orders/payment/${id}`)
      await post(page, '/simulators/stripe/faults', { kind: 'bank_on_hold' })
      await fillCard(page, card)
      await payButton(page).click()
      const status = page.getByRole('status').filter({ hasText: 'Your bank is processing' })
      await expect(status).toBeVisible()
      await expect(payButton(page)).toBeDisabled()
      await page.reload()
      await expect(status).toBeVisible()
      await expect(payButton(page)).toBeDisabled()

      await post(page, '/simulators/stripe/faults/clear')
      if (ending === 'pays') {
        await expectToast(page, PAID)
        await expect(order(page)).toContainText(/(?<!Not )Paid/)
      } else {
        const alert = page.getByRole('alert').filter({ hasText: 'Your card was declined.' })
        await expect(alert).toHaveCSS('color', await themeColor(page, '--color-error'))
        await expect(status).toHaveCount(0)
        await expect(payButton(page)).toBeEnabled()
      }
    },
  )
}

testAlone(
  'a cancellation stays pending while the provider does not respond, and its result is shown',
  async ({ page, signedInBuyer }) => {
    const id = await placeOrder(page.request, signedInBuyer)
    await page.goto(`/dashboard/orders/payment/${id}`)
    await expect(page.getByLabel('Card number')).toBeVisible()
    // Three calls of ten seconds each continue long after the response.
    const silence = { kind: 'timeout_before', call: 'payment_intents.cancel', count: 1000 }
    await post(page, '/simulators/stripe/faults', silence)
    await page.goto('/dashboard/orders')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await expectToast(page, 'The cancellation is under way.')
    const cancelling = order(page).getByRole('button', { name: 'Cancelling…' })
    await expect(cancelling).toBeDisabled()
    await page.reload()
    await expect(cancelling).toBeDisabled()

    await post(page, '/simulators/stripe/faults/clear')
    const done = page.getByRole('alert').filter({ hasText: 'Order Canceled Successfully' })
    await expect(done).toBeVisible({ timeout: 90_000 })
    await expect(page.getByText('All your orders are cancelled.')).toBeVisible()
  },
)

async function post(page: Page, path: string, data = {}): Promise<void> {
  const answer = await page.request.post(path, { data })
  expect(answer.ok()).toBe(true)
}
