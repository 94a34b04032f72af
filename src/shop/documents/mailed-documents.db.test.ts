import { expect, test } from 'vitest'
import { textOfPdf } from '#testing/documents.ts'
import { buy, intentOf, payByCard, payUnasked } from '#testing/orders.ts'
import { addProduct } from '#testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#testing/test-shop.ts'
import { signUp } from '#testing/users.ts'

const year = new Date().getUTCFullYear()
const invoiceNumber = `INV-${year}-00001`

/** Downloads a file from the simulated inbox. */
async function attachedFile({ mailbox }: TestShop, path: string | undefined): Promise<Buffer> {
  return Buffer.from(await (await mailbox.request(`/${path}`)).arrayBuffer())
}

test('the mail about a payment carries its invoice, once, with the bytes of the download', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const product = await addProduct(shop.db)
  const orders = [await buy(buyer, product), await buy(buyer, product)]
  const { body } = await buyer.call('POST', '/payments', {
    orderIds: orders.map(({ _id }) => _id),
  })
  await payByCard(shop, intentOf(body.clientSecret))
  await shop.cards.deliverDueWebhooks()
  // What waits to be sent has no file.
  const queued = await shop.db.selectFrom('outgoingMail').select('content').execute()
  expect(Math.max(...queued.map(({ content }) => JSON.stringify(content).length))).toBeLessThan(
    2_000,
  )
  const paid = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Paid'))
  expect(paid).toHaveLength(1)
  for (const { text } of paid) expect(text).toContain(`Invoice: ${invoiceNumber}`)
  const files = paid.flatMap(({ attachments = [] }) => attachments)
  expect(files).toMatchObject([{ name: `${invoiceNumber}.pdf`, type: 'application/pdf' }])
  const path = `${shopUrl}/api/documents/invoice/${invoiceNumber}`
  const headers = { Authorization: `Bearer ${buyer.token}` }
  const download = await shop.app.request(path, { headers })
  const pdf = Buffer.from(await download.arrayBuffer())
  expect(await attachedFile(shop, files[0]?.path)).toEqual(pdf)
})

test('a refund is mailed once, with its credit note', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const order = await buy(buyer, await addProduct(shop.db))
  await buyer.call('DELETE', `/purchase/${order._id}`)
  const intent = await payUnasked(shop, order)
  await Promise.all([shop.cards.deliverDueWebhooks(), shop.cards.deliverDueWebhooks()])
  await shop.reconcile()
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Refunded'))
  expect(mails).toMatchObject([
    { to: buyer.email, subject: `Refunded: $125.00 for order ${order.orderNumber}` },
  ])
  for (const part of [intent, `Credit note: CN-${year}-00001`]) {
    expect(mails[0]?.text).toContain(part)
  }
  const file = await attachedFile(shop, mails[0]?.attachments?.[0]?.path)
  expect(file.toString('latin1')).toMatch(/^%PDF-/)
})

test('the mail about an order carries its confirmation, with the bytes of the download', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const { orderNumber } = await buy(buyer, await addProduct(shop.db))
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Your order'))
  expect(mails).toMatchObject([
    { attachments: [{ name: `confirmation-${orderNumber}.pdf`, type: 'application/pdf' }] },
  ])
  expect(mails[0]?.text).toContain('The confirmation is attached')
  const path = `${shopUrl}/api/documents/confirmation/${orderNumber}`
  const headers = { Authorization: `Bearer ${buyer.token}` }
  const download = await shop.app.request(path, { headers })
  const file = await attachedFile(shop, mails[0]?.attachments?.[0]?.path)
  expect(file).toEqual(Buffer.from(await download.arrayBuffer()))
})

test('the mail about an order list carries one confirmation of all its orders', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const products = [await addProduct(shop.db), await addProduct(shop.db)]
  const { body: orders } = await buyer.call('POST', '/orders', {
    name: 'Jane',
    address: '1 Anvil Street',
    poNumber: 'PO-7',
    lines: products.map(({ id }) => ({ productId: id, quantity: 10 })),
  })
  const [mail] = (await shop.readMails()).filter(({ subject }) =>
    subject.startsWith('Your order list'),
  )
  const name = `confirmation-${orders[0].orderNumber}-and-1-more.pdf`
  expect(mail?.attachments).toMatchObject([{ name }])
  const text = await textOfPdf(await attachedFile(shop, mail?.attachments?.[0]?.path))
  for (const part of [
    'Order confirmation of 2 orders',
    'PO-7',
    orders[0].orderNumber,
    orders[1].orderNumber,
  ]) {
    expect(text).toContain(part)
  }
})

test('while many mails wait, those about orders say where the confirmation is', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  await shop.readMails()
  const product = await addProduct(shop.db)
  for (let order = 0; order < 6; order++) await buy(buyer, product)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Your order'))
  expect(mails).toHaveLength(6)
  for (const { text, attachments } of mails) {
    expect(text).toContain('The confirmation is on the order’s page.')
    expect(attachments ?? []).toEqual([])
  }
})
