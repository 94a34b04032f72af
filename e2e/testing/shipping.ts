import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { startTestShop } from '#server/testing/shop-process.ts'
import { type Buyer, callAs, type PlacedOrder, payLines, placeOrderOf, withCookies } from './api-helpers.ts'
import { demoAdmin, test } from './fixtures.ts'
import { START_LIMIT_MS } from './test-alone.ts'

/** A test with a shop of its own, because packers get orders of any buyer; buyers may order much at once. */
export const testShipping = test.extend({
  baseURL: [
    async ({ browserName: _ }, use) => {
      const wide = { OPEN_ORDERS_UNVERIFIED: '100 orders, $100000, 100%' }
      const { url, stop } = await startTestShop(wide)
      await use(url)
      await stop()
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
})

/** Places an order of each basket as the signed-in user, and pays all of them at once. */
export async function buyAndPay(
  calls: APIRequestContext,
  buyer: Buyer,
  baskets: string[][],
): Promise<PlacedOrder[]> {
  const orders: PlacedOrder[] = []
  for (const names of baskets) orders.push(await placeOrderOf(calls, buyer, names))
  const ids = orders.flatMap(({ lines }) => lines.map(({ _id }) => _id))
  await payLines(calls, buyer, ids)
  return orders
}

/** Asks for the return of pieces of an order's first line. */
export async function askForReturn(
  calls: APIRequestContext,
  buyer: Buyer,
  { number, lines: [line] }: PlacedOrder,
  quantity: number,
): Promise<void> {
  const call = await callAs(withCookies(calls), buyer)
  const lines = [{ _id: line?._id, quantity }]
  await call('POST', '/returns', { order: number, reason: 'damaged', lines })
}

/** Ships pieces of an order's first line as the admin, without the pack station. */
export async function ship(calls: APIRequestContext, order: string, quantity: number): Promise<void> {
  const call = await callAs(withCookies(calls), demoAdmin())
  const { _id, version, orderId } = await call('POST', '/shipments', { order })
  const { lines } = await call('GET', `/orders/${orderId}`)
  const packed = await call('POST', `/shipments/${_id}/pack`, {
    version,
    lines: [{ _id: lines[0]._id, quantity }],
  })
  await call('POST', `/shipments/${_id}/ship`, {
    version: packed.version,
    carrier: 'UPS',
    trackingNumber: `1Z ${quantity}`,
  })
}

/** A scanner, which types and presses Enter, and a keyboard; counts what is scanned and pressed. */
export function scannerOf(page: Page) {
  let count = 0
  return {
    count: () => count,
    scan: async (text: string) => {
      count += 1
      await page.keyboard.type(text)
      await page.keyboard.press('Enter')
    },
    press: async (key: string) => {
      count += 1
      await page.keyboard.press(key)
    },
  }
}

/** Returns the SKUs and pieces of the order on the pack station. */
export async function linesOnStation(page: Page): Promise<{ sku: string; pieces: number }[]> {
  const lines = page.locator('.packing-line')
  await expect(lines.first()).toBeVisible()
  const texts = await lines.allInnerTexts()
  return texts.map((text) => ({
    sku: /FW-\d{4}/.exec(text)?.[0] ?? '',
    pieces: Number(/ of ([\d,]+)/.exec(text)?.[1]?.replaceAll(',', '')),
  }))
}
