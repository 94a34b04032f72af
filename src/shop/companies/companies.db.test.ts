import { expect, test } from 'vitest'
import { buy } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin, signUpUnverified } from '#server/testing/users.ts'

const orderRules = { ...wideOrderRules, taxPercent: 8.25 }

async function openCompanies() {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const admin = await signUpAdmin(shop)
  const product = await addProduct(shop.db, { quantity: 1000 })
  const add = async (body: object) => (await admin.call('POST', '/companies', body)).body
  return { shop, admin, product, add }
}

test('a company is made from a user, keeps its orders, and the user leaves it when deleted', async () => {
  const { shop, admin, product, add } = await openCompanies()
  const jane = await signUp(shop)
  await buy(jane, product)
  const company = await add({ name: 'Vans & Co', member: jane.email, erpNumber: 'K-17' })
  expect(company).toMatchObject({
    name: 'Vans & Co',
    erpNumber: 'K-17',
    group: null,
    tax: { treatment: 'standard', reference: null },
    members: [{ email: jane.email }],
  })
  await buy(jane, product)
  const orders = await shop.db.selectFrom('orders').select('companyName').orderBy('id').execute()
  expect(orders).toEqual([{ companyName: null }, { companyName: 'Vans & Co' }])
  expect((await admin.call('DELETE', `/users/${jane.email}`)).status).toBe(200)
  expect((await admin.call('GET', `/companies/${company._id}`)).body.members).toEqual([])
  const kept = await shop.db.selectFrom('orders').select('companyName').orderBy('id').execute()
  expect(kept.map(({ companyName }) => companyName)).toContain('Vans & Co')
})

test('a user belongs to one company at most, and only with a verified e-mail', async () => {
  const { shop, admin, add } = await openCompanies()
  const [jane, newcomer] = [await signUp(shop), await signUpUnverified(shop)]
  const [one, two] = [await add({ name: 'One', member: jane.email }), await add({ name: 'Two' })]
  const put = (id: string, email: string) => admin.call('PUT', `/companies/${id}/members/${email}`)
  expect(await put(two._id, jane.email)).toMatchObject({
    status: 409,
    body: { code: 'in-another-company' },
  })
  expect((await put(one._id, jane.email)).status).toBe(200)
  expect(await put(two._id, newcomer.email)).toMatchObject({
    status: 409,
    body: { code: 'not-verified' },
  })
  const refused = { name: 'Three', member: newcomer.email }
  expect((await admin.call('POST', '/companies', refused)).status).toBe(409)
  const { body } = await admin.call('GET', '/companies')
  expect(body.map(({ name }: { name: string }) => name)).toEqual(['One', 'Two'])
})

test('a member is taxed as the company, which takes over an exception if it has none', async () => {
  const { shop, admin, product, add } = await openCompanies()
  const [jane, other] = [await signUp(shop), await signUp(shop)]
  const exempt = { treatment: 'exempt', reference: 'EX-1' }
  await admin.call('PUT', `/users/tax/${jane.email}`, exempt)
  const company = await add({ name: 'Vans & Co', member: jane.email })
  expect(company.tax).toEqual(exempt)
  await admin.call('PUT', `/companies/${company._id}/members/${other.email}`)
  expect(await admin.call('PUT', `/users/tax/${other.email}`, exempt)).toMatchObject({
    status: 409,
    body: { code: 'taxed-as-company' },
  })
  const reverse = { treatment: 'reverse-charge', reference: 'DE1' }
  await admin.call('PUT', `/companies/${company._id}`, { taxTreatment: reverse })
  expect((await other.call('GET', '/checkout')).body.taxPercent).toBe(0)
  await buy(other, product)
  await admin.call('DELETE', `/companies/${company._id}/members/${other.email}`)
  expect((await other.call('GET', '/checkout')).body.taxPercent).toBe(8.25)
  await buy(other, product)
  await admin.call('DELETE', `/companies/${company._id}/members/${jane.email}`)
  await buy(jane, product)
  const orders = await shop.db
    .selectFrom('orders')
    .select(['taxTreatment', 'taxReference'])
    .orderBy('id')
    .execute()
  expect(orders).toEqual([
    { taxTreatment: 'reverse-charge', taxReference: 'DE1' },
    { taxTreatment: 'standard', taxReference: null },
    { taxTreatment: 'exempt', taxReference: 'EX-1' },
  ])
})

test('a company is merged while its buyer orders: every order has one of both, and no member is lost', async () => {
  const { shop, admin, product, add } = await openCompanies()
  const jane = await signUp(shop)
  const address = { street: '1 Mill Road', city: 'Malmö' }
  const from = await add({ name: 'Old', member: jane.email, addresses: [address] })
  const into = await add({ name: 'New', addresses: [{ street: '2 Mill Road' }, address] })
  const [merged] = await Promise.all([
    admin.call('POST', `/companies/${from._id}/merge`, { into: into._id }),
    ...Array.from({ length: 5 }, () => buy(jane, product)),
  ])
  expect(merged).toMatchObject({ status: 200, body: { members: [{ email: jane.email }] } })
  expect(merged.body.addresses.map(({ street }: { street: string }) => street)).toEqual([
    '2 Mill Road',
    '1 Mill Road',
  ])
  const orders = await shop.db.selectFrom('orders').select('companyName').execute()
  expect(orders).toHaveLength(5)
  for (const { companyName } of orders) expect(['Old', 'New']).toContain(companyName)
  expect((await admin.call('GET', `/companies/${from._id}`)).body.mergedInto.name).toBe('New')
  const again = await admin.call('POST', `/companies/${from._id}/merge`, { into: into._id })
  expect(again).toMatchObject({ status: 409, body: { code: 'merged' } })
})

test('a change of a company that another admin has changed is refused', async () => {
  const { admin, add } = await openCompanies()
  const { _id: id, version } = await add({ name: 'Vans & Co' })
  const put = (name: string) => admin.call('PUT', `/companies/${id}`, { name, version })
  expect((await put('Vans')).status).toBe(200)
  expect(await put('Trucks')).toMatchObject({ status: 409, body: { code: 'stale-company' } })
  await add({ name: 'Other', erpNumber: 'K-1' })
  expect(await admin.call('PUT', `/companies/${id}`, { erpNumber: 'K-1' })).toMatchObject({
    status: 409,
    body: { code: 'known-erp-number' },
  })
})

test('one group is the default, and names are unique in any case', async () => {
  const { admin } = await openCompanies()
  const post = (body: object) => admin.call('POST', '/customer-groups', body)
  await post({ name: 'Dealers', isDefault: true })
  await post({ name: 'Trade', isDefault: true })
  expect((await admin.call('GET', '/customer-groups')).body).toMatchObject([
    { name: 'Dealers', isDefault: false },
    { name: 'Trade', isDefault: true },
  ])
  expect(await post({ name: 'dealers' })).toMatchObject({
    status: 409,
    body: { code: 'known-group' },
  })
})

test('a member is offered the addresses of the company at checkout, and loses them on leaving', async () => {
  const { shop, admin, add } = await openCompanies()
  const jane = await signUp(shop)
  const addresses = [{ street: '1 Mill Road', city: 'Malmö' }, { street: '2 Mill Road' }]
  const { _id: id } = await add({ name: 'Vans & Co', member: jane.email, addresses })
  const offered = async () =>
    (await jane.call('GET', `/users/${jane.email}`)).body.companyAddresses?.map(
      ({ street }: { street: string }) => street,
    )
  expect(await offered()).toEqual(['1 Mill Road', '2 Mill Road'])
  await admin.call('PUT', `/companies/${id}`, { addresses: addresses.toReversed() })
  expect(await offered()).toEqual(['2 Mill Road', '1 Mill Road'])
  await admin.call('DELETE', `/companies/${id}/members/${jane.email}`)
  expect(await offered()).toBeUndefined()
})
