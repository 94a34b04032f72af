import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test } from 'vitest'
import { createBarcodeReader } from '#platform/testing/read-barcodes.ts'
import { buySeveral, pack, payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

/** Opens a shop with two paid orders: of a wrench and a hammer, and of a wrench. */
async function openShopWithPaid() {
  const shop = await openTestShop()
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const hammer = await addProduct(shop.db, { sku: 'HA-2', name: 'Hammer' })
  const wrench = await addProduct(shop.db, { sku: 'WR-1', name: 'Wrench 漢' })
  const place = (id: string, columns: object) =>
    shop.db.updateTable('product').set(columns).where('id', '=', id).execute()
  await place(hammer.id, { bin: 'B-01', gtin: '4006381333931' })
  await place(wrench.id, { bin: 'A-09' })
  const orders = [await buySeveral(jane, [hammer, wrench], 10), await buySeveral(jane, [wrench], 20)]
  await payFor(
    shop,
    jane,
    orders.flatMap(({ lines }) => lines.map(({ _id }) => _id)),
  )
  return { shop, owen, jane, hammer, wrench, orders }
}

async function download(shop: TestShop, who: Person, method: string, path: string, body?: object) {
  const response = await shop.app.request(`/api${path}`, {
    method,
    headers: { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (response.status !== 200) throw new Error(await response.text())
  expect(response.headers.get('content-type')).toBe('application/pdf')
  return new Uint8Array(await response.arrayBuffer())
}

/** Returns the text of each page. */
async function pagesOf(bytes: Uint8Array): Promise<string[]> {
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join('\n'))
  }
  return pages
}

const linesOf = (page: string) => page.split('\n').filter(Boolean)

/** A title of two lines, below the letterhead. */
const longTitle = (page: string) => linesOf(page).slice(1, 3).join(' ').replaceAll(/ +/g, ' ')

const indexes = (text: string, parts: string[]) => parts.map((part) => text.indexOf(part))

test('a pick list by bin, then slip and delivery note of each order as one paper, without prices', async () => {
  const { shop, owen, orders } = await openShopWithPaid()
  const [one, two] = orders
  const orderIds = orders.map(({ _id }) => _id)
  const bytes = await download(shop, owen, 'POST', '/shipping/print', { orderIds })
  const pages = await pagesOf(bytes)
  expect(pages).toHaveLength(3)
  const [pick = '', ...papers] = pages
  // The wrench of both orders is one text, before the hammer, whose bin comes later.
  const order = indexes(pick, [
    'A-09',
    'WR-1',
    `${one?.number}: 10, ${two?.number}: 20`,
    // Not the minutes of the time.
    '\n30\n',
    'B-01',
  ])
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  expect(order[0]).toBeGreaterThan(0)
  expect(pick.split('WR-1')).toHaveLength(2)
  expect(papers.map(longTitle)).toEqual([
    `Packing slip and delivery note ${one?.number}`,
    `Packing slip and delivery note ${two?.number}`,
  ])
  for (const page of pages) expect(page).not.toMatch(/\$|12\.50/)

  const chosen = { orderIds, papers: ['delivery-notes'] }
  const notes = await pagesOf(await download(shop, owen, 'POST', '/shipping/print', chosen))
  expect(notes.map((page) => linesOf(page).slice(0, 2))).toEqual([
    ['Forgewell', `Delivery note ${one?.number}`],
    ['Forgewell', `Delivery note ${two?.number}`],
  ])
})

test('a shipment has papers with its own number and pieces; an open one has none', async () => {
  const { shop, owen, orders } = await openShopWithPaid()
  const [line] = orders[0]?.lines ?? []
  if (!line) throw new Error('no line')
  const { body: shipment } = await pack(owen, line, [{ _id: line._id, quantity: 4 }])
  const bytes = await download(shop, owen, 'GET', `/shipments/${shipment.number}/slip`)
  const pages = await pagesOf(bytes)
  expect(pages.map(longTitle)).toEqual([`Packing slip and delivery note ${shipment.number}`])
  expect(pages[0]).not.toContain('WR-1')
  const { body: open } = await owen.call('POST', '/shipments', { order: orders[1]?._id })
  expect((await owen.call('GET', `/shipments/${open._id}/slip`)).status).toBe(404)
  const unknown = { orderIds: ['0191f7a0-0000-7000-8000-000000000000'] }
  expect((await owen.call('POST', '/shipping/print', unknown)).status).toBe(404)
})

test('the printed codes can be read: of orders, shipments and labels', {
  tags: 'long',
}, async (context) => {
  const read = createBarcodeReader()
  if ('skipped' in read) return context.skip(read.skipped)
  const { shop, owen, orders, hammer, wrench } = await openShopWithPaid()
  const orderIds = orders.map(({ _id }) => _id)
  const codesOf = (number: string, code = number) => [
    `Code128 ${code}`,
    `QRCode ${shopUrl}/dashboard/orders/${number}`,
  ]
  const papers = await download(shop, owen, 'POST', '/shipping/print', { orderIds })
  const [one = '', two = ''] = orders.map(({ number }) => number)
  expect(read(papers)).toEqual([[], codesOf(one), codesOf(two)])

  const [line] = orders[0]?.lines ?? []
  if (!line) throw new Error('no line')
  const { body: shipment } = await pack(owen, line, [{ _id: line._id, quantity: 4 }])
  const slip = await download(shop, owen, 'GET', `/shipments/${shipment.number}/slip`)
  expect(read(slip)).toEqual([codesOf(one, shipment.number)])

  const ids = [hammer.id, wrench.id]
  const labels = await download(shop, owen, 'POST', '/products/labels', { ids })
  const code = { width: 190, height: 30 }
  const parts = [
    { x: 15, y: 74, ...code },
    { x: 15, y: 108, ...code },
    { x: 202, y: 74, width: 190, height: 55 },
  ]
  expect(read(labels, parts)).toEqual([['Code128 HA-2'], ['Code128 4006381333931'], ['Code128 WR-1']])
})
