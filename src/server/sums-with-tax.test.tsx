import { globSync, readFileSync } from 'node:fs'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { Product } from '#shop/catalogue/product.ts'
import { LoadedOverview } from '#shop/dashboard/buyer-overview.tsx'
import { UnpaidSum } from '#shop/dashboard/my-orders/my-orders-tabs.tsx'
import { SelectedOrders } from '#shop/dashboard/my-orders/selected-orders.tsx'
import { ListSum } from '#shop/order-list/list-sum.tsx'
import { PlacedLines } from '#shop/order-list/place/placed-lines.tsx'
import { OrderLines } from '#shop/order-page/order-lines.tsx'
import { PaidTogether } from '#shop/order-page/paid-together.tsx'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import type { OrderDetails } from '#shop/orders/order.ts'
import { PaymentSummary } from '#shop/payments/page/payment-summary.tsx'

/** An unpaid order of one line per price, at this rate. */
function orderOf(number: string, net: number, taxPercent: number): OrderDetails {
  const tax = Math.round(net * taxPercent) / 100
  const order = {
    _id: number,
    number,
    buyerId: 'jane',
    name: 'Jane',
    email: 'jane@example.com',
    address: '1 Anvil Street',
    placedAt: '2026-11-25T12:00:00Z',
    status: 'unpaid' as const,
    taxPercent,
    net,
    tax,
    total: net + tax,
    open: net + tax,
    shipments: [],
    toShip: 0,
    events: [],
  }
  const line = {
    _id: `line of ${number}`,
    orderId: number,
    orderNumber: number,
    name: 'Jane',
    email: 'jane@example.com',
    address: '1 Anvil Street',
    productId: 'hammer',
    productName: 'Claw Hammer',
    sku: 'FW-1013',
    perPrice: net,
    quantity: 1,
    imgURL: '/media/hammer.webp',
    createdAt: '2026-11-25T12:00:00Z',
    status: 'unpaid' as const,
  }
  return { ...order, lines: [line] }
}

const hammer = {
  name: 'Claw Hammer',
  perPrice: 5,
  prices: [{ minQuantity: 1, perPrice: 5 }],
} as Product

/** The texts of an element on a page of a shop that adds this tax. */
function textOf(element: ReactNode, percent: number): string {
  const root = { site: { addsTax: percent > 0 }, currentUser: {} }
  const router = createMemoryRouter([{ id: 'root', path: '/', loader: () => root, element }], {
    hydrationData: { loaderData: { root } },
  })
  const html = renderToStaticMarkup(<RouterProvider router={router} />)
  return html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
}

/** Every screen with sums of orders, for two orders of $100.00 and $200.00 in all. */
function screensAt(percent: number): [string, ReactNode][] {
  const orders = [orderOf('FW-1', 100, percent), orderOf('FW-2', 200, percent)]
  const [order] = orders as [OrderDetails, OrderDetails]
  const nothing = () => {}
  const summed = { count: 2, total: 300, more: false }
  const due = 300 + (300 * percent) / 100
  const summary = { open: summed, paid: summed, cancelled: summed, unpaid: { ...summed, due } }
  return [
    ['order row', <OrderTable key="" orders={orders} list="own" onCancelled={nothing} />],
    ['desk row', <OrderTable key="" orders={orders} list="desk" onCancelled={nothing} />],
    ['order page', <OrderLines key="" order={order} by="buyer" onCancel={nothing} />],
    ['payment', <PaymentSummary key="" payment={order} />],
    [
      'payment of several',
      <PaymentSummary
        key=""
        payment={{ ...orderOf('FW-3', 300, percent), lines: orders.flatMap(({ lines }) => lines) }}
      />,
    ],
    ['placed list', <PlacedLines key="" order={order} />],
    ['paid together', <PaidTogether key="" order={order} orders={orders} />],
    ['unpaid sum', <UnpaidSum key="" summary={summary} />],
    [
      'selection',
      <SelectedOrders key="" orders={orders} onClear={nothing} onCancelled={nothing}>
        {null}
      </SelectedOrders>,
    ],
    ['start', <LoadedOverview key="" summary={summary} latest={orders} often={[]} />],
    [
      'drawer, block and page of a list',
      <ListSum key="" lines={[{ productId: 'hammer', quantity: 20 }]} productOf={() => hammer} />,
    ],
  ]
}

const netSums = /\$(100|200|300)\.00/g

test.each(screensAt(19))('%s: a sum is with its tax, or says that it is before tax', (_, screen) => {
  const text = textOf(screen, 19)
  const isColumn = text.includes('Total before tax')
  for (const { index, 0: sum } of text.matchAll(netSums)) {
    const isNamed =
      isColumn ||
      text.slice(index + sum.length).startsWith(' before tax') ||
      text.slice(0, index).endsWith('Net ')
    expect(isNamed, `${sum} in “${text}”`).toBe(true)
  }
})

test.each(screensAt(0))('%s: at 0 % nothing is said of tax', (_, screen) => {
  const text = textOf(screen, 0)
  expect(text).not.toMatch(/\btax\b|\bNet\b/i)
  expect(text).toMatch(/\$/)
})

test('what two orders cost together has its tax rounded once, as their payment', () => {
  const orders = [orderOf('FW-1', 542.5, 8.875), orderOf('FW-2', 381.6, 8.875)]
  const selection = (
    <SelectedOrders orders={orders} onClear={() => {}} onCancelled={() => {}}>
      {null}
    </SelectedOrders>
  )
  // Not $1,006.12, the sum of what each would cost alone.
  expect(textOf(selection, 8.875)).toContain('2 selected, $1,006.11')
})

/** Screens that show a sum without tax beside its tax and its total, or to admins only. */
const besideTax = [
  'src/shop/order-page/order-lines.tsx',
  'src/shop/payments/page/payment-summary.tsx',
  'src/shop/order-list/place/checkout-sum.tsx',
  'src/shop/order-list/list-line.tsx',
  'src/shop/order-list/list-drawer.tsx',
  'src/shop/order-list/page/order-list-page.tsx',
  'src/shop/refunds/page/refund-dialog.tsx',
  'src/shop/dashboard/manage-orders/panel/panel-lines.tsx',
]

test('every other screen with a sum without tax shows it by NetSum or ListSum', () => {
  const screens = globSync('src/shop/**/*.tsx').filter((path) => !path.endsWith('.test.tsx'))
  const withNet = screens.filter((path) =>
    /\.net\b|\b(lineTotal|listTotal)\(/.test(readFileSync(path, 'utf8')),
  )
  const others = withNet.filter((path) => !readFileSync(path, 'utf8').includes('<NetSum'))
  expect(others.sort()).toEqual(besideTax.toSorted())
})
