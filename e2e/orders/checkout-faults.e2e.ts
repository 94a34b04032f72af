import { confirmEmail, placeOrderOf, signUp } from '#e2e/testing/api-helpers.ts'
import { expect, openAsDemoAdmin, test } from '#e2e/testing/fixtures.ts'
import {
  addPasted,
  expectPlaced,
  paste,
  pasteBox,
  payLater,
  placeAndPay,
  signUpVerified,
} from '#e2e/testing/order-list.ts'

// An order of more lines than the limit is 409, an unknown order 404.
test.use({ expectedRefusals: [404, 409] })

test('a buyer’s own limit is named as such, and a line that is taken out comes back', async ({
  page,
  signedInBuyer,
}) => {
  await page.goto('/order-list')
  // Together above the $5,000 of buyers without a confirmed e-mail.
  await paste(page, '620x FW-1013\n50x FW-1250')
  await page.getByLabel('Address').fill('1 Anvil Street')
  await payLater(page).click()
  const refused = page.getByRole('alert').filter({ hasText: 'Nothing was ordered: 1 line' })
  await expect(refused).toContainText('50 → 0, over the value of unpaid orders')
  await expect(refused.getByRole('button', { name: 'Send the link again' })).toBeVisible()
  await refused.getByRole('button', { name: 'Remove 1 line' }).click()
  await expect(page.getByText('1 line · ')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('2 lines · ')).toBeVisible()
  // With a confirmed e-mail the whole list can be ordered.
  await confirmEmail(page.request, signedInBuyer.email)
  await page.goto('/order-list')
  await page.getByLabel('Address').fill('1 Anvil Street')
  await payLater(page).click()
  await expectPlaced(page)
})

test('the address fields stay while a missing street is typed', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/dashboard/profile')
  await page.getByLabel('Country').selectOption('Netherlands')
  await page.getByRole('button', { name: /Update|Save/ }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'User Updated' })).toBeVisible()
  await page.goto('/order-list')
  await paste(page, '25x FW-1013')
  await payLater(page).click()
  await expect(page.getByText('Address is Required to Reach out your products')).toBeVisible()
  await page.getByLabel('Address').pressSequentially('1 Anvil Street')
  await expect(page.getByLabel('Address')).toHaveValue('1 Anvil Street')
  await expect(page.getByLabel('Address')).toBeFocused()
})

test('lines to confirm stay while one more tool is added, and a clean paste closes its panel', async ({
  page,
}) => {
  await page.goto('/order-list')
  await paste(page, '25x FW-1013')
  await expect(pasteBox(page)).toBeHidden()
  await page.getByRole('button', { name: 'Paste an order' }).click()
  await pasteBox(page).fill('ca. 60 FW-1250\n20 no such thing')
  await addPasted(page).click()
  await expect(page.getByText('1 to confirm, 1 could not be read.')).toBeVisible()
  await page.getByRole('textbox', { name: 'SKU or name' }).fill('40 FW-1110')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('1 line added.')).toBeVisible()
  await expect(page.getByLabel(/^Quantity of/).nth(1)).toHaveValue('40')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('1 to confirm')).toBeHidden()
})

test('an order that failed to load shows no button for the list', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.goto('/order-list')
  await paste(page, '25x FW-1013')
  await expect(placeAndPay(page)).toBeVisible()
  await page.goto('/order-list?order=FW-99999')
  await expect(page.getByText('The order failed to load.')).toBeVisible()
  await expect(placeAndPay(page)).toBeHidden()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(placeAndPay(page)).toBeVisible()
})

test('an order is placed while the card provider does not answer', async ({ page, newBuyer }) => {
  await signUpVerified(page, newBuyer)
  await page.route('**/simulators/stripe/stripe.js', () => {})
  await page.goto('/order-list')
  await paste(page, '25x FW-1013')
  await page.getByLabel('Address').fill('1 Anvil Street')
  await expect(payLater(page)).toBeEnabled()
  await expect(placeAndPay(page)).toBeDisabled()
  // After some seconds the form says so, and keeps what was typed.
  await expect(page.getByText('The card form failed to load.')).toBeVisible()
  await expect(page.getByLabel('Address')).toHaveValue('1 Anvil Street')
  await payLater(page).click()
  await expectPlaced(page)
})

test.describe('the code of the order form', () => {
  test.use({ expectedErrors: ['net::ERR_FAILED'] })

  // Aborts only this request; no simulator fault can.
  test('the order form that failed to load once is loaded again', async ({ page, newBuyer }) => {
    await signUpVerified(page, newBuyer)
    await page.goto('/order-list')
    await page.route('**/checkout-form-*.js', (route) => route.abort(), { times: 1 })
    await paste(page, '25x FW-1013')
    const failed = page.getByRole('alert').filter({ hasText: 'The order form failed to load.' })
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(placeAndPay(page)).toBeVisible()
  })
})

test('an admin sees a buyer’s order on its own page, without a card form', async ({ page, newBuyer }) => {
  await signUp(page.request, newBuyer)
  const { number } = await placeOrderOf(page.request, newBuyer, ['Combination Wrench 13 mm'])
  await page.context().clearCookies()
  await openAsDemoAdmin(page, `/order-list?order=${number}`)
  await expect(page).toHaveURL(`/dashboard/orders/${number}`)
})
