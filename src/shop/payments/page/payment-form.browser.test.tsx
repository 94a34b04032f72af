import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Cents } from '#platform/money.ts'
import { renderAt } from '#server/testing/components/render-at.tsx'
import type { Card } from '#shop/payments/provider/card.ts'
import type { PaymentOutcome } from '#shop/payments/provider/provider-form.ts'
import { PaymentForm } from './payment-form.tsx'

const payable = {
  clientSecret: 'secret',
  isProcessing: false,
  amount: 12_345 as Cents,
  name: 'Jane Buyer',
  email: 'jane@example.com',
  lineId: 'line',
}

async function openForm(
  outcome: PaymentOutcome,
  { isReady = true, asked }: { isReady?: boolean; asked?: PaymentOutcome } = {},
) {
  const charge = vi.fn(async () => outcome)
  const startAgain = vi.fn(async () => 'The sum has changed.')
  const card: Card = {
    fields: ({ onChange }) => <input aria-label="Card number" onChange={onChange} />,
    isComplete: true,
    charge: isReady ? charge : null,
    ask: asked ? async () => asked : null,
  }
  await renderAt('/pay', <PaymentForm payable={payable} card={card} startAgain={startAgain} />)
  return { charge, startAgain }
}

const pay = () => page.getByRole('button', { name: 'Pay $123.45' })

test('the button names the sum, and waits for the card fields', async () => {
  await openForm({ state: 'processing' }, { isReady: false })
  await expect.element(pay()).toBeDisabled()
})

test('a declined card says why, and can be tried again', async () => {
  const { charge } = await openForm({ state: 'failed', message: 'Your card was declined.' })
  await pay().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Your card was declined.')
  await page.getByLabelText('Card number').fill('4242')
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await pay().click()
  await vi.waitFor(() => expect(charge).toHaveBeenCalledTimes(2))
})

test('a payment that was cancelled elsewhere begins anew, with a note', async () => {
  const { startAgain } = await openForm({ state: 'cancelled' })
  await pay().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The sum has changed.')
  expect(startAgain).toHaveBeenCalledTimes(1)
})

test('while the bank processes it, nothing is charged twice', async () => {
  const { charge } = await openForm({ state: 'processing' })
  await pay().click()
  await expect.element(page.getByText(/^Your bank is processing/)).toBeVisible()
  await expect.element(pay()).toBeDisabled()
  expect(charge).toHaveBeenCalledTimes(1)
})

test('what the bank refuses later is shown when it is known', async () => {
  const asked = { state: 'failed', message: 'The bank refused it.' } as const
  await openForm({ state: 'processing' }, { asked })
  await pay().click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The bank refused it.')
  await expect.element(pay()).toBeEnabled()
})
