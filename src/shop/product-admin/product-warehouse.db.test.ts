import { expect, test } from 'vitest'
import { addProduct, newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

const place = { bin: 'A-04-12', gtin: '4006381333931', weight: 75 }

async function openShop() {
  const shop = await openTestShop()
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const post = (given: object) => owen.call('POST', '/products', { ...wanted, ...given })
  const put = (id: string, changes: object) => owen.call('PUT', `/products/${id}`, changes)
  return { shop, owen, post, put }
}

test('bin, GTIN and weight are stored, changed and removed, and only admins read them', async () => {
  const { shop, owen, post, put } = await openShop()
  const added = await post({ ...place, bin: ' A-04-12\n', gtin: '4006381-333931' })
  expect(added).toMatchObject({ status: 200, body: place })
  const { _id } = added.body
  expect((await owen.call('GET', `/products/manage/${_id}`)).body).toMatchObject(place)
  const { body: seen } = await callApi(shop.app, 'GET', `/products/${_id}`)
  for (const field of Object.keys(place)) expect(seen).not.toHaveProperty(field)
  expect((await put(_id, { bin: 'B-01-01' })).body).toMatchObject({ ...place, bin: 'B-01-01' })
  const none = { bin: null, gtin: null, weight: null }
  expect((await put(_id, { bin: '', gtin: '', weight: null })).body).toMatchObject(none)
  expect((await post({})).body).toMatchObject(none)
})

test('an invalid bin, GTIN or weight is refused with its reason', async () => {
  const { post } = await openShop()
  const cases: [object, string, string][] = [
    [{ bin: 'x'.repeat(21) }, 'bin', 'Bin has at most 20 characters'],
    [{ gtin: '123' }, 'gtin', 'GTIN has 8, 12, 13 or 14 digits'],
    [{ gtin: '4006381333932' }, 'gtin', 'The last digit of this GTIN is wrong: check its digits'],
    [{ weight: 0 }, 'weight', 'Weight must be at least 1 gram'],
    [{ weight: 1.5 }, 'weight', 'Weight must be a whole number of grams'],
    [{ weight: 'a lot' }, 'weight', 'Weight must be a whole number of grams'],
    [{ weight: 1_000_001 }, 'weight', 'Weight must be at most 1,000,000 grams'],
  ]
  for (const [given, field, text] of cases)
    expect(await post(given)).toMatchObject({ status: 422, body: { fields: { [field]: text } } })
})

test('of products that take one GTIN at once, one has it, whatever zeros it begins with', async () => {
  const { shop, post, put } = await openShop()
  const products = await Promise.all(Array.from({ length: 6 }, () => addProduct(shop.db)))
  const answers = await Promise.all([
    ...products.map(({ id }, index) => put(id, { gtin: index % 2 ? '036000291452' : '0036000291452' })),
    post({ gtin: '00036000291452' }),
  ])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const answer of answers)
    if (answer.status !== 200)
      expect(answer).toMatchObject({
        status: 409,
        body: { code: 'gtin-taken', fields: { gtin: expect.any(String) } },
      })
})

test('the database refuses a GTIN with a wrong digit, an empty bin and no weight at all', async () => {
  const { shop } = await openShop()
  const { id } = await addProduct(shop.db)
  const set = (columns: object) => shop.db.updateTable('product').set(columns).where('id', '=', id).execute()
  for (const gtin of ['4006381333932', '123', '', 'x'.repeat(13), '0000000000001'])
    await expect(set({ gtin }), gtin).rejects.toThrow('product_gtin_form')
  for (const gtin of ['96385074', '036000291452', '4006381333931', '00012345600012']) await set({ gtin })
  await expect(set({ bin: '' })).rejects.toThrow('product_bin_check')
  await expect(set({ weight: 0 })).rejects.toThrow('product_weight_check')
})
