import type { Page } from '@playwright/test'
import { confirmEmail, placeOrder } from '#e2e/testing/api-helpers.ts'
import { expect, expectToast, fillCard, test, themeColor } from '#e2e/testing/fixtures.ts'
import { testAlone } from '#e2e/testing/test-alone.ts'

const PAID = 'Congratulation! Your payment is completed.'
const THREE_D_SECURE = '4000 0025 0000 3155'
const DECLINES = [
  ['4000 0000 0000 0002', 'Your card was declined.'],
  ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
  ['4000 0000 0000 0069', 'Your card has expired.'],
  ['4000 0000 0000 0127', "Your card's security code is incorrect."],
] as const

// A card that is refused: the provider answers 402, and 400 where a payment is in the wrong state; the
// shop 404 for an order that is gone.
test.use({ expectedRefusals: [402, 400, 403, 404] })
const order = (page: Page) => page.getByRole('row').nth(1)
const payButton = (page: Page) => page.getByRole('button', { name: 'Pay' })

test('a refused card: the provider says why, in red, and the order stays payable @gate', async ({
  page,
  signedInBuyer,
}) => {
  const id = await placeOrder(page.request, signedInBuyer)
  await page.goto(`/dashboard/orders/payment/${id}`)
  for (const [card, message] of DECLINES) {
    await fillCard(page, card)
    await payButton(page).click()
    const alert = page.getByRole('alert').filter({ hasText: message })
    await expect(alert).toBeVisible()
    await expect(alert).toHaveCSS('color', await themeColor(page, '--color-error'))
  }
  await page.getByRole('link', { name: 'My Orders' }).click()
  await expect(order(page)).toContainText('Not Paid yet')
  await expect(order(page).getByRole('link', { name: 'Pay' })).toBeVisible()
})

test('the payment page shows its orders, clears a card error, and links back', async ({
  page,
  signedInBuyer,
  browserName,
}) => {
  const id = await placeOrder(page.request, signedInBuyer, 'Pry Bar 600 mm')
  await page.goto(`/dashboard/orders/payment/${id}`)
  const summary = page.getByRole('main').locator('dl')
  for (const part of ['Pry Bar 600 mm', 'Quantity10', '1 Anvil Street, Sheffield', '$184.00']) {
    await expect(summary).toContainText(part)
  }
  await expect(payButton(page)).toHaveText('Pay $184.00')
  const testCards = page.getByRole('complementary', { name: 'Test cards' })
  await expect(testCards).toContainText('4000 0000 0000 0002 is declined')

  const number = page.getByLabel('Card number')
  await fillCard(page, '4000 0000 0000 0002')
  await payButton(page).click()
  const alert = page.getByRole('main').getByRole('alert')
  await expect(alert).toHaveText('Your card was declined.')
  await number.fill('4000 0000 0000 000')
  await expect(alert).toBeHidden()
  await number.fill('4000 0000 0000 0002')

  const fields = new Set<string>()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const field = await themeColor(page, '--color-field')
    await expect(number).toHaveCSS('background-color', field)
    await expect(number).toHaveCSS('color', await themeColor(page, '--color-text'))
    await expect(number).toHaveCSS('border-radius', '3px')
    fields.add(field)
  }
  // The extended support release of Firefox can't emulate a colour scheme.
  expect(fields.size).toBe(browserName === 'firefox' ? 1 : 2)
  await page.getByRole('link', { name: 'Back to the order' }).click()
  await expect(page).toHaveURL(/\/dashboard\/orders\/FW-\d+$/)
  await expect(page.getByRole('article')).toContainText('Pry Bar 600 mm')
})

test('3-D Secure: a success pays the order, which is then read-only @gate', async ({
  page,
  signedInBuyer,
}) => {
  const id = await placeOrder(page.request, signedInBuyer)
  await page.goto(`/dashboard/orders/payment/${id}`)
  await fillCard(page, THREE_D_SECURE)
  await payButton(page).click()
  await page.getByRole('button', { name: 'Complete authentication' }).click()
  await expectToast(page, PAID)
  await expect(order(page)).toContainText(/(?<!Not )Paid/)
  await expect(payButton(page)).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0)
})

testAlone(
  'a refund at the card provider’s own site is on the order’s page, with its credit note',
  async ({ page, context, signedInBuyer }) => {
    const id = await placeOrder(page.request, signedInBuyer, 'Pry Bar 600 mm')
    await page.goto(`/dashboard/orders/payment/${id}`)
    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).click()
    await expectToast(page, PAID)

    const provider = await context.newPage()
    await provider.goto('/simulators/stripe')
    await provider.getByLabel('Refund dollars').fill('18.40')
    await provider.getByRole('button', { name: /^Refund pi_/ }).click()
    await expect(provider.getByText('$18.40 refunded')).toBeVisible()
    await expect(async () => {
      await page.goto(`/dashboard/orders/${id}`)
      await expect(page.getByRole('main')).toContainText('$18.40')
      await expect(page.getByRole('button', { name: /^Credit note CN-/ })).toBeVisible()
    }).toPass({ timeout: 30_000 })
    await expect(page.getByRole('main')).toContainText('Paid')
  },
)

testAlone(
  'a payment with injected faults of the provider charges once',
  async ({ page, context, signedInBuyer }) => {
    const id = await placeOrder(page.request, signedInBuyer)
    await page.goto(`/dashboard/orders/payment/${id}`)
    await expect(page.getByLabel('Card number')).toBeVisible()

    const simulator = await context.newPage()
    await simulator.goto('/simulators/stripe')
    await orderFault(simulator, 'webhook_doubled', 'payment_intent.succeeded')
    await orderFault(simulator, 'timeout_after', 'payment_intents.retrieve')
    await orderFault(simulator, 'server_error', 'payment_intents.retrieve')

    await fillCard(page, '4242 4242 4242 4242')
    await payButton(page).click()
    await expectToast(page, PAID)
    await expect(order(page)).toContainText(/(?<!Not )Paid/)

    const readSimulator = async (what: string) =>
      (await page.request.get(`/simulators/${what}`, { headers: { Accept: 'application/json' } })).json()
    const delivered = async () => {
      const events: PaymentEvent[] = (await readSimulator('stripe')).events
      const paid = events.filter(({ type }) => type === 'payment_intent.succeeded')
      return paid.flatMap(({ deliveries }) => deliveries.map(({ state }) => state))
    }
    await expect.poll(delivered).toEqual(['delivered', 'delivered'])
    const { intents, faults } = await readSimulator('stripe')
    expect(faults).toEqual([])
    expect(intents).toMatchObject([{ status: 'succeeded', amount_refunded: 0 }])
    // Mail to an unverified address is held until the verification.
    await confirmEmail(page.request, signedInBuyer.email)
    const mails = async () => {
      const subjects = (await readSimulator('mail')).map(({ subject }: Mail) => subject)
      return subjects.filter((subject: string) => subject.startsWith('Paid: '))
    }
    await expect.poll(mails).toHaveLength(1)
  },
)

type PaymentEvent = { type: string; deliveries: { state: string }[] }
type Mail = { subject: string }

async function orderFault(simulator: Page, kind: string, call: string): Promise<void> {
  await simulator.getByLabel('What goes wrong').selectOption(kind)
  await simulator.getByLabel('Only for this call or event').fill(call)
  await simulator.getByRole('button', { name: 'Order' }).click()
  const ordered = simulator.getByRole('listitem').filter({ hasText: `${kind} 1 left ${call}` })
  await expect(ordered).toBeVisible()
}
