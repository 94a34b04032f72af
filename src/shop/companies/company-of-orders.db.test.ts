import { expect, test } from 'vitest'
import { textOfPdf } from '#server/testing/documents.ts'
import { payFor, refund, ship } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl, type TestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.25 }
const borea = {
  name: 'Borea Werkzeuge AG',
  erpNumber: 'K-17',
  taxTreatment: { treatment: 'reverse-charge', reference: 'DE123' },
  addresses: [{ street: '1 Mill Road', city: 'Malmo', country: 'Sweden' }],
}

async function openOrders() {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [admin, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const [tool] = [await addProduct(shop.db, { quantity: 1000 })]
  await jane.call('PUT', `/users/${jane.email}`, { company: 'Typed Ltd', taxId: 'TYPED-1' })
  const order = async (buyer = jane) =>
    (
      await buyer.call('POST', '/orders', {
        name: 'Jane Buyer',
        address: '1 Anvil Street',
        lines: [{ productId: tool.id, quantity: 10 }],
      })
    ).body
  const alone = await order()
  const company = (await admin.call('POST', '/companies', { ...borea, member: jane.email })).body
  return { shop, admin, jane, alone, company, order }
}

async function printed(shop: TestShop, who: Person, path: string, body?: object) {
  const answer = await shop.app.request(`${shopUrl}/api${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${who.token}`, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(answer.status).toBe(200)
  return textOfPdf(Buffer.from(await answer.arrayBuffer()))
}

test('an order’s company stands wherever the order stands, its member as contact', async () => {
  const { shop, admin, jane, company, order } = await openOrders()
  const { name } = borea
  const ofCompany = { _id: company._id, name }
  const placed = await order()
  expect(placed).toMatchObject({ company: ofCompany, lines: [{ company: ofCompany }] })
  const [line] = placed.lines
  const intent = await payFor(shop, jane, [line._id])
  // What documents name is fixed: renaming and moving change later ones.
  const moved = { name: 'Borea SE', addresses: [], erpNumber: 'K-18' }
  expect((await admin.call('PUT', `/companies/${company._id}`, moved)).status).toBe(200)
  const refunded = { lines: [{ _id: line._id, quantity: 1 }], reason: 'Damaged' }
  expect((await refund(admin, intent, refunded)).status).toBe(200)
  await shop.cards.deliverDueWebhooks()

  const documents = (await jane.call('GET', `/documents/of/${placed.number}`)).body
  for (const { kind, number } of documents) {
    const text = await printed(shop, jane, `/documents/${kind}/${number}`)
    for (const part of [name, 'Jane Buyer', 'Tax ID DE123', 'tax ID DE123']) expect(text).toContain(part)
    expect(text).not.toMatch(/Typed|TYPED|Borea SE/)
    const isIssued = kind !== 'confirmation'
    expect(/K-17/.test(text) && /1 Mill Road/.test(text)).toBe(isIssued)
  }
  expect(documents).toHaveLength(3)

  const texts = [
    (await admin.call('GET', '/ledger/csv')).body,
    (await jane.call('GET', '/orders/csv')).body,
    await printed(shop, admin, '/shipping/print', { orderIds: [placed._id] }),
    JSON.stringify((await admin.call('GET', '/shipping/queue?search=borea')).body),
    JSON.stringify((await admin.call('GET', '/orders/all?search=borea')).body),
    JSON.stringify((await jane.call('GET', '/orders?search=borea')).body),
    JSON.stringify((await admin.call('GET', `/shipping/orders/${placed._id}`)).body),
  ]
  for (const text of texts) expect(text).toContain(name)
  const { _id: shipment } = await ship(admin, line, [{ _id: line._id, quantity: 1 }])
  expect(await printed(shop, admin, `/shipments/${shipment}/slip`)).toContain(name)
  const mails = (await shop.readMails()).filter(({ subject }) => subject.includes(placed.number))
  expect(mails.map(({ subject }) => subject.split(/[: ]/)[0]).sort()).toEqual(
    ['Paid', 'Refunded', 'Shipped', 'Your'].sort(),
  )
  for (const { html } of mails) expect(html).toContain(name)
  expect((await admin.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect((await admin.call('GET', '/orders/all?search=borea')).body).toHaveLength(1)
})

test('one payment never covers orders of two companies, or with and without one', async () => {
  const { admin, jane, alone, company, order } = await openOrders()
  await admin.call('PUT', `/companies/${company._id}`, { taxTreatment: { treatment: 'standard' } })
  const placed = await order()
  expect(alone.company).toBeUndefined()
  const pay = (...orders: { _id: string }[]) =>
    jane.call('POST', '/payments', { orderIds: orders.map(({ _id }) => _id) })
  const refused = { status: 422, body: { code: 'several-companies' } }
  expect(await pay(alone, placed)).toMatchObject(refused)
  await admin.call('DELETE', `/companies/${company._id}/members/${jane.email}`)
  await admin.call('POST', '/companies', { name: 'Other', member: jane.email })
  const other = await order()
  expect(await pay(placed, other)).toMatchObject(refused)
  expect((await pay(other)).status).toBe(200)
  // Each payment is rounded alone: 3 times 10.31.
  const { due } = (await jane.call('GET', '/orders/summary')).body.unpaid
  expect(due).toBe(405.93)
})

test('the page of a company has its orders and those of companies merged into it, however often', async () => {
  const { admin, alone, company, order } = await openOrders()
  const first = await order()
  const ids: string[] = [company._id]
  for (const name of ['Second', 'Third']) {
    const into = (await admin.call('POST', '/companies', { name })).body._id
    await admin.call('POST', `/companies/${ids.at(-1)}/merge`, { into })
    ids.push(into)
  }
  const second = await order()
  const found = async (id = '') =>
    (await admin.call('GET', `/orders/all?company=${id}&state=placed`)).body.map(
      ({ number }: { number: string }) => number,
    )
  expect(await found(ids.at(-1))).toEqual([second.number, first.number])
  expect(await found(ids[0])).toEqual([first.number])
  expect(alone.number).not.toBe(first.number)
  const summary = (await admin.call('GET', `/orders/all/summary?company=${ids.at(-1)}`)).body
  expect(summary.found.count).toBe(2)
  expect(second.company.name).toBe('Third')
})

test('a user’s exemption becomes that of all members by choice only, and is audited', async () => {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const [admin, jane, exempt] = [await signUpAdmin(shop), await signUp(shop), await signUp(shop)]
  await admin.call('PUT', `/users/tax/${exempt.email}`, { treatment: 'exempt', reference: 'EX-1' })
  const { _id } = (await admin.call('POST', '/companies', { name: 'Vans', member: jane.email })).body
  const join = (query = '') => admin.call('PUT', `/companies/${_id}/members/${exempt.email}${query}`)
  const percent = async () => (await jane.call('GET', '/checkout')).body.taxPercent
  const { members, tax } = (await join()).body
  expect(tax.treatment).toBe('standard')
  const ownTax = { treatment: 'exempt', reference: 'EX-1' }
  expect(members.find(({ email }: Person) => email === exempt.email)).toMatchObject({ ownTax })
  expect(await percent()).toBe(8.25)
  expect((await join('?takesTax=true')).body.tax).toEqual(ownTax)
  expect(await percent()).toBe(0)
  const entries = await shop.db
    .selectFrom('auditEntry')
    .select(['action', 'subject'])
    .where('action', 'in', ['member-added', 'company-tax-changed'])
    .orderBy('id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual(['member-added', 'member-added', 'company-tax-changed'])
  expect(entries.at(-1)?.subject).toBe(`Vans: exempt, EX-1, from ${exempt.email}`)
})
