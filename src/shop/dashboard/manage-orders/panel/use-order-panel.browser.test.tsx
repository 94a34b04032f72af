import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { readDeskQuery } from '#shop/order-desk/desk-query.ts'
import type { Order } from '#shop/orders/order.ts'
import { useOrderPanel } from './use-order-panel.ts'

const orders = ['FW-3', 'FW-2', 'FW-1'].map((number) => ({ number }) as Order)
const wanted = readDeskQuery(new URLSearchParams())

function Desk() {
  const { number } = useOrderPanel(orders, wanted, () => {})
  return <p>Open: {number ?? 'none'}</p>
}

test('without a panel, j opens the first order and k the last; then they go on, and Escape closes', async () => {
  await renderAt('/dashboard/manage-orders', <Desk />)
  for (const [key, open] of [
    ['j', 'FW-3'],
    ['j', 'FW-2'],
    ['k', 'FW-3'],
    ['k', 'FW-3'],
    ['{Escape}', 'none'],
    ['k', 'FW-1'],
    ['j', 'FW-1'],
  ] as const) {
    await userEvent.keyboard(key)
    await expect.element(page.getByText(`Open: ${open}`)).toBeVisible()
  }
})
