import { expect, test } from 'vitest'
import { textOfPdf } from '#server/testing/documents.ts'
import { buy, intentOf, payByCard, payUnasked, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'

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
  // Mail that is still queued has no file.
  const queued = await shop.db.selectFrom('outgoingMail').select('content').execute()
  expect(Math.max(...queued.map(({ content }) => JSON.stringify(content).length))).toBeLessThan(2_000)
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
  const [admin, buyer] = [await signUpAdmin(shop), await signUp(shop)]
  const order = await buy(buyer, await addProduct(shop.db))
  const intent = await startPaying(buyer, order)
  await payByCard(shop, intent)
  await reportPayment(buyer, order, intent)
  const refund = { amount: 20, reason: 'Scratched' }
  const path = `/payments/${intent}/refunds`
  await admin.call('POST', path, refund, { 'Idempotency-Key': 'one' })
  await Promise.all([shop.cards.deliverDueWebhooks(), shop.cards.deliverDueWebhooks()])
  await shop.reconcile()
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Refunded'))
  expect(mails).toMatchObject([
    { to: buyer.email, subject: `Refunded: $20.00 for order ${order.orderNumber}` },
  ])
  for (const part of [intent, `Credit note: CN-${year}-00001`, 'Reason: Scratched']) {
    expect(mails[0]?.text).toContain(part)
  }
  const file = await attachedFile(shop, mails[0]?.attachments?.[0]?.path)
  expect(file.toString('latin1')).toMatch(/^%PDF-/)
})

test('the refund of money that paid nothing is mailed without a document', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const order = await buy(buyer, await addProduct(shop.db))
  await startPaying(buyer, order)
  await buyer.call('DELETE', `/purchase/${order._id}`)
  const intent = await payUnasked(shop, order)
  await shop.cards.deliverDueWebhooks()
  await shop.reconcile()
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Refunded'))
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain('did not need this payment')
  expect(mails[0]?.text).toContain(intent)
  expect(mails[0]?.attachments ?? []).toEqual([])
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

test('the mail about an order of several lines carries one confirmation of all', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const products = [await addProduct(shop.db), await addProduct(shop.db)]
  const { body: order } = await buyer.call('POST', '/orders', {
    name: 'Jane',
    address: '1 Anvil Street',
    poNumber: 'PO-7',
    lines: products.map(({ id }) => ({ productId: id, quantity: 10 })),
  })
  const mails = (await shop.readMails()).filter(({ subject }) => subject.startsWith('Your order'))
  expect(mails).toMatchObject([
    {
      subject: `Your order ${order.number}: 2 tools, $250.00`,
      attachments: [{ name: `confirmation-${order.number}.pdf` }],
    },
  ])
  const text = await textOfPdf(await attachedFile(shop, mails[0]?.attachments?.[0]?.path))
  const skus = products.map(({ sku }) => sku)
  for (const part of [`Order confirmation ${order.number}`, 'PO-7', '$250.00', ...skus]) {
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
