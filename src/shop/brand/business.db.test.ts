import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { buy, payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { contactEmail, openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUp, signUpAdmin } from '#server/testing/users.ts'
import { invoiceContent } from '#shop/documents/document-content.server.ts'
import { findSeller } from '#shop/documents/seller.server.ts'

const seller = {
  name: 'Forgewell',
  address: '1 Anvil Street',
  taxId: '00-0000000',
  email: contactEmail,
  taxName: 'Sales tax',
  paper: 'auto' as const,
}

const own = {
  sellerName: 'Kestrel & Thorne Ltd',
  sellerAddress: '12 Mill Lane\nSheffield',
  taxId: 'GB 123',
  bank: 'IBAN GB33 BUKB',
  taxName: 'VAT',
}

async function openBusiness() {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shop = await openTestShop(database, undefined, { seller })
  const owen = await signUpAdmin(shop)
  const change = (fields: object) => owen.call('PUT', '/brand', fields)
  return { database, shop, owen, change }
}

test('what the page sets wins over the settings in every process, until it is emptied', async () => {
  const { database, shop, owen, change } = await openBusiness()
  const other = await openTestShop(database, undefined, { seller })
  const jane = await signUp(other)
  const inOther = async () => ({
    taxPercent: (await jane.call('GET', '/checkout')).body.taxPercent,
    carriers: (await callApi(other.app, 'GET', '/shipping/carriers', { token: owen.token })).body,
  })
  const usual = { taxPercent: 0, carriers: ['UPS', 'Own truck'] }
  expect(await inOther()).toEqual(usual)
  const carriers = 'Post=https://post.example/{number}\nBike'
  const changed = await change({ ...own, taxPercent: '8,25', carriers })
  expect(changed).toMatchObject({
    status: 200,
    body: {
      ...own,
      taxPercent: '8.25',
      settings: { taxPercent: '0', timeZone: 'America/New_York', carriers: 'UPS, Own truck' },
    },
  })
  const { sellerName: name, sellerAddress: address, ...others } = own
  expect(await findSeller(shop.db)).toMatchObject({ name, address, ...others })
  const audited = shop.db.selectFrom('auditEntry').select('subject')
  expect(await audited.where('action', '=', 'brand-changed').execute()).toEqual([
    { subject: 'sellerName, sellerAddress, taxId, bank, taxName, taxPercent, carriers' },
  ])
  const soon = { timeout: 2_000 }
  await expect.poll(inOther, soon).toEqual({ taxPercent: 8.25, carriers: ['Post', 'Bike'] })
  const empty = Object.fromEntries(Object.keys(own).map((field) => [field, '']))
  expect((await change({ ...empty, taxPercent: '', carriers: '' })).status).toBe(200)
  expect(await findSeller(shop.db)).toEqual(seller)
  await expect.poll(inOther, soon).toEqual(usual)
})

const RUNS = Number(process.env.PROVE_RUNS ?? 12)

test('orders and papers keep the seller and the tax of their time', async () => {
  const { shop, change } = await openBusiness()
  let jane = await signUp(shop)
  const product = await addProduct(shop.db, { quantity: 1_000_000 })
  const text = fc.constantFrom('', 'One', 'Two', 'Three')
  const setting = fc.record({
    ...{ sellerName: text, sellerAddress: text, taxId: text, bank: text, taxName: text },
    taxPercent: fc.constantFrom('', '0', '7.125', '19', '99'),
  })
  const placed: { number: string; seller: object; percent: number }[] = []
  for (const values of fc.sample(setting, { numRuns: RUNS, seed: 1 })) {
    expect((await change(values)).status).toBe(200)
    // A user starts only 60 payments a minute.
    if (placed.length % 50 === 49) jane = await signUp(shop)
    const line = await buy(jane, product)
    const { sellerName, sellerAddress, taxId, bank, taxName, taxPercent } = values
    placed.push({
      number: line.orderNumber,
      percent: Number(taxPercent),
      seller: {
        ...seller,
        name: sellerName || seller.name,
        address: sellerAddress || seller.address,
        taxId: taxId || seller.taxId,
        taxName: taxName || seller.taxName,
        ...(bank && { bank }),
      },
    })
    await payFor(shop, jane, [line._id])
  }
  await change({ sellerName: 'Another', taxPercent: '42' })
  const invoices = await shop.db.selectFrom('invoice').select('content').orderBy('number').execute()
  const contents = invoices.map(({ content }) => invoiceContent.parse(content))
  expect(contents.map(({ seller, tax }) => ({ seller, percent: tax.percent }))).toEqual(
    placed.map(({ seller, percent }) => ({ seller, percent })),
  )
  const orders = await shop.db.selectFrom('orders').select(['number', 'placedAt']).orderBy('id').execute()
  for (const [index, { placedAt }] of orders.entries())
    expect(await findSeller(shop.db, placedAt)).toEqual(placed[index]?.seller)
})

test.each([
  ['taxPercent', '100', 'The tax is a number from 0 to 99 with at most 3 decimals'],
  ['taxPercent', '8.8755', 'The tax is a number from 0 to 99 with at most 3 decimals'],
  ['taxPercent', '-1', 'The tax is a number from 0 to 99 with at most 3 decimals'],
  ['lowestPrice', '0.04', 'The lowest price is at least $0.05, with at most two decimals'],
  ['timeZone', '+05:30', 'A time zone is written like America/New_York or Asia/Yangon'],
  ['timeZone', 'Mars/Base', 'A time zone is written like America/New_York or Asia/Yangon'],
  ['carriers', 'Post=http://x', expect.stringMatching(/^Write one carrier in each line/)],
  ['orderMails', 'weekly', 'Choose when orders are mailed'],
  ['bank', 'x'.repeat(301), 'Bank has at most 300 characters'],
])('%s %j is refused', async (field, value, message) => {
  const { change } = await openBusiness()
  const { status, body } = await change({ [field]: value })
  expect({ status, fields: body.fields }).toEqual({ status: 422, fields: { [field]: message } })
})
