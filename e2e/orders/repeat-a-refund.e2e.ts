import { placeOrder, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, openAdminElsewhere } from '#e2e/testing/fixtures.ts'
import { testShipping } from '#e2e/testing/shipping.ts'

testShipping(
  'an owner repeats a refund that the bank returned, with one press',
  async ({ page, baseURL, newBuyer }) => {
    await signUp(page.request, newBuyer)
    const id = await placeOrder(page.request, newBuyer)
    await page.goto(`/dashboard/orders/payment/${id}`)
    // Refunds to this card succeed, and its bank returns them some seconds later.
    await fillCard(page, '4000 0000 0000 5126')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expectToast(page, 'Congratulation! Your payment is completed.')

    const admin = await openAdminElsewhere(page, baseURL)
    await admin.goto(`/dashboard/orders/${id}`)
    await admin.getByRole('button', { name: 'Refund …' }).click()
    const refunding = admin.getByRole('dialog', { name: /^Refund order/ })
    await refunding.getByLabel('An amount').check()
    await refunding.getByLabel('Amount in dollars').fill('1.25')
    await refunding.getByLabel('Reason').fill('Scratched')
    await refunding.getByRole('button', { name: 'Refund $1.25' }).click()
    await expectToast(admin, 'The refund is on its way')

    const refunds = admin.getByRole('region', { name: 'Refunds' })
    const again = refunds.getByRole('button', { name: 'Refund again' })
    await expect(async () => {
      await admin.reload()
      await expect(refunds).toContainText('$1.25')
      await expect(again).toBeVisible({ timeout: 1_000 })
    }).toPass({ timeout: 40_000 })
    await expect(refunds).toContainText('Failed')
    await admin.goto('/dashboard')
    await expect(admin.getByRole('region', { name: 'To do' })).toContainText('1 failed refund')
    await admin.getByRole('link', { name: /^FW-\d+$/ }).click()
    await again.click()
    await expectToast(admin, 'The refund is on its way again')
    await expect(refunds).toContainText('Succeeded')
    await expect(again).toBeHidden()
    await admin.context().close()
  },
)
