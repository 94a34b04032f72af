import { expect, test } from 'vitest'
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
  expect(paid).toHaveLength(2)
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
