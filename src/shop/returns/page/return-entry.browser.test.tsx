import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderAt } from '#server/testing/components/render-at.tsx'
import { accessToken } from '#shop/auth/access/authorized-fetch.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { ReturnEntry } from './return-entry.tsx'

const requested: Return = {
  _id: 'r',
  number: 'FW-10098-R1',
  orderId: 'o',
  orderNumber: 'FW-10098',
  buyer: 'Ada',
  status: 'requested',
  version: 1,
  reason: 'wrong',
  requestedAt: '2026-11-25T10:00:00Z',
  total: 31.5,
  refunded: 0,
  refunding: 0,
  lines: [
    {
      _id: 'l',
      sku: 'FW-1013',
      productName: 'Combination Wrench 13 mm',
      imgURL: '/media/0123456789abcdef0123456789abcdef.webp',
      quantity: 2,
      received: 0,
      restocked: 0,
      scrapped: 0,
      isProductDeleted: false,
    },
  ],
}
const received = {
  ...requested,
  status: 'received' as const,
  version: 3,
  lines: requested.lines.map((line) => ({ ...line, received: 2, restocked: 2 })),
}
const paid = { _id: 'p', left: 31.5, lines: [{ _id: 'l', refundable: 2, open: 0 }] }

/** What the shop answers, by the end of the path. */
const answers: Record<string, unknown> = {}
const sent: [path: string, body: unknown][] = []

beforeEach(() => {
  Object.assign(answers, {
    approve: { ...requested, status: 'approved', version: 2 },
    receive: received,
    refunds: { payments: [paid], refunds: [], total: 31.5 },
    preview: { total: 31.5, less: 0 },
    returns: { returns: [{ ...received, version: 4 }], returnable: [] },
  })
  sent.length = 0
  accessToken.write('token')
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url, init) => {
    const { pathname } = new URL(String(url), location.href)
    if (init?.method === 'POST') sent.push([pathname, JSON.parse(String(init.body))])
    return Response.json(answers[pathname.split('/').at(-1) ?? ''])
  })
  return () => {
    vi.restoreAllMocks()
    accessToken.clear()
  }
})

function Entry({ first }: { first: Return }) {
  const [of, setOf] = useState(first)
  const refundPath = of.status === 'received' && of.refunding === 0 ? '/refund' : undefined
  return (
    <ul>
      <ReturnEntry of={of} by="admin" onChanged={setOf} refundPath={refundPath} />
    </ul>
  )
}

const button = (name: string) => page.getByRole('button', { name })

test('a return is approved, put back to stock and refunded by three presses on its entry', async () => {
  await renderAt('/dashboard/returns', <Entry first={requested} />)
  await button('Approve').click()
  await expect.element(page.getByRole('listitem').first()).toHaveFocus()
  await button('Restock all').click()
  await button('Refund $31.50').click()
  await expect.element(page.getByText('A refund of $31.50 is on its way')).toBeVisible()
  const pieces = { lines: [{ _id: 'l', quantity: 2 }], return: 'r' }
  const came = { _id: 'l', received: 2, restocked: 2, scrapped: 0 }
  expect(sent).toEqual([
    ['/api/returns/r/approve', { version: 1 }],
    ['/api/returns/r/receive', { version: 2, lines: [came] }],
    ['/api/payments/p/refunds/preview', pieces],
    ['/api/payments/p/refunds', { ...pieces, reason: 'Return FW-10098-R1' }],
  ])
  await expect.element(button('Refund $31.50')).not.toBeInTheDocument()
})

test('a double click takes one step, and damaged pieces are counted before they are in stock', async () => {
  await renderAt('/dashboard/returns', <Entry first={{ ...requested, reason: 'damaged' }} />)
  answers.approve = { ...requested, reason: 'damaged', status: 'approved', version: 2 }
  const approve = button('Approve').element()
  approve.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  approve.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
  await expect.element(button('Receive …')).toBeVisible()
  await expect.element(button('Restock all')).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
  await button('Receive …').click()
  await page.getByLabelText(/^Scrap/).click()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/: type how many came, 0 for none/)).toBeVisible()
  await page.getByLabelText(/^Came/).fill('2')
  await expect.element(page.getByText(/2 pieces go neither to stock nor to scrap/)).toBeVisible()
  await page.getByLabelText(/^Scrap/).click()
  await userEvent.keyboard('{Enter}')
  const aside = { _id: 'l', received: 2, restocked: 0, scrapped: 0 }
  await expect.poll(() => sent.slice(1)).toEqual([['/api/returns/r/receive', { version: 2, lines: [aside] }]])
})

test.each([
  ['less is left of its payment', { preview: { total: 20, less: 11.5 } }],
  ['two payments paid it', { refunds: { payments: [{ ...paid, lines: [] }], refunds: [] } }],
])('nothing is refunded by one press when %s', async (_, given) => {
  Object.assign(answers, given)
  await renderAt('/dashboard/returns', <Entry first={received} />)
  await button('Refund $31.50').click()
  await expect.poll(() => document.body.textContent).toContain('press Refund … and choose')
  expect(sent.filter(([path]) => path.endsWith('/refunds'))).toEqual([])
  await expect.element(page.getByRole('link', { name: 'Refund …' })).toBeVisible()
})
