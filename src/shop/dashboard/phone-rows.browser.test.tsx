import type { ComponentProps } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import HeldStockPage from '#shop/order-desk/held-stock-page.tsx'
import ReturnsPage from '#shop/returns/page/returns-page.tsx'
import { PendingUsers } from './customers/pending-users.tsx'

beforeEach(async () => {
  await page.viewport(360, 740)
  return () => page.viewport(1280, 800)
})

const holder = {
  buyerId: '1',
  name: 'Konstantina Papadopoulou-Kowalska',
  email: 'konstantina.papadopoulou@wholesale.example.com',
  orders: 12,
  pieces: 12_345,
  dollars: 123_456.78,
  oldestUntil: '2026-11-26T22:25:00Z',
}
const held = { orders: 3, pieces: 120, dollars: 1_234, buyers: 2 }
const line = {
  _id: '1',
  productName: 'Combination Wrench 13 mm, long',
  sku: 'FW-1013',
  imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
  quantity: 12,
  received: 12,
  restocked: 10,
  scrapped: 2,
}
const returned = {
  _id: '1',
  number: 'FW-10098-R1',
  orderNumber: 'FW-10098',
  buyer: holder.name,
  reason: 'damaged',
  note: 'The jaws are bent on all of them, see the photo that we have mailed',
  refusal: null,
  requestedAt: '2026-11-25T10:00:00Z',
  total: 189.6,
  refunded: 0,
  refunding: 0,
}
const counts = { requested: 1, approved: 1, 'to-settle': 1, received: 1, refused: 1, closed: 1 }

/** What the router gives a page. */
const propsOf = (loaderData: object) =>
  ({ loaderData }) as never as ComponentProps<typeof ReturnsPage> & ComponentProps<typeof HeldStockPage>

const returns = (status: string, more = {}) => {
  const of = { ...returned, status, lines: [line, { ...line, _id: '2' }], ...more }
  const loaderData = { counts, returns: [of], status, page: 0 }
  return <ReturnsPage {...propsOf(loaderData)} />
}
const pools = [{ ...held, pool: 'network 203.0.113.0/24' }]
const loaderData = { holders: [holder], pools }
const added = { ...holder, company: null, invitedAt: null }
const invited = { ...holder, email: `k.${holder.email}`, company: 'Papadopoulou & Kowalska Tools Ltd.' }
const pending = (
  <>
    <h1>Users</h1>
    <PendingUsers pending={[{ ...invited, invitedAt: returned.requestedAt }, added]} companies={[]} />
  </>
)

test.each([
  ['reserved stock', <HeldStockPage key="" {...propsOf(loaderData)} />, 'tbody tr'],
  ['invited users', pending, 'tbody tr'],
  ['a requested return', returns('requested'), '.return-entry'],
  ['a damaged return', returns('approved'), '.return-entry'],
  ['an approved return', returns('approved', { reason: 'wrong' }), '.return-entry'],
  ['a received return', returns('received'), '.return-entry'],
  ['a refused return', returns('refused', { refusal: 'Out of time.' }), '.return-entry'],
  ['a refunded return', returns('received', { refunding: 7 }), '.return-entry'],
] as const)('on a phone, a row of %s is at most 80 px high', async (_, list, row) => {
  await renderAt('/dashboard', <div style={{ padding: 16 }}>{list}</div>)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await document.fonts.ready
  const rows = [...document.querySelectorAll(row)].map((one) => one.getBoundingClientRect())
  expect(rows.map(({ height }) => Math.round(height)).filter((height) => height > 80)).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
  expect(document.documentElement.scrollWidth).toBe(360)
})
