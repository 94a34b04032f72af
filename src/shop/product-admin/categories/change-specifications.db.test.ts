import { expect, test } from 'vitest'
import { addCategories, wrenchSpecifications } from '#server/testing/catalogue.ts'
import { newProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { callApi, signUpAdmin } from '#server/testing/users.ts'

const seen = wrenchSpecifications.map(({ key }) => key)
const [jawWidth, finish, standard] = wrenchSpecifications

async function openShop() {
  const shop = await openTestShop()
  await addCategories(shop.db)
  const owen = await signUpAdmin(shop)
  const wanted = await newProduct(shop)
  const put = (specifications: unknown[], more: object = {}) =>
    owen.call('PUT', '/categories/wrenches/specifications', { specifications, seen, ...more })
  const addWrench = async (specifications: object) => {
    const body = { ...wanted, category: 'wrenches', specifications }
    return (await owen.call('POST', '/products', body)).body._id
  }
  const valuesOf = async (id: string) =>
    (await callApi(shop.app, 'GET', `/products/${id}`)).body.specifications
  return { shop, owen, put, addWrench, valuesOf }
}

test('specifications are added, changed, ordered and removed', async () => {
  const { put } = await openShop()
  const length = { name: 'Jaw  Width', kind: 'number', unit: 'in', choices: null }
  const answer = await put([standard, length, { ...finish, name: 'Coating' }])
  expect(answer).toMatchObject({ status: 200, body: { slug: 'wrenches' } })
  expect(answer.body.specifications).toEqual([
    standard,
    // The key of a removed specification is not given to another one at once.
    { ...length, key: 'jaw-width-2' },
    { ...finish, name: 'Coating' },
  ])
})

test('a change that removes values first says how many products lose one', async () => {
  const { put, addWrench, valuesOf } = await openShop()
  const chrome = await addWrench({ 'jaw-width': 13, finish: 'chrome' })
  const black = await addWrench({ finish: 'black oxide', standard: 'DIN' })
  const fewer = [jawWidth, { ...finish, choices: ['black oxide', 'zinc'] }, standard]
  expect(await put(fewer)).toMatchObject({
    status: 409,
    body: { code: 'loses-values', message: expect.stringContaining('1 product would lose') },
  })
  expect(await valuesOf(chrome)).toEqual({ 'jaw-width': 13, finish: 'chrome' })
  // Two were added in the meantime, but the admin confirmed only one.
  const late = await addWrench({ finish: 'chrome' })
  expect((await put(fewer, { losing: 1 })).status).toBe(409)
  expect((await put(fewer, { losing: 2 })).status).toBe(200)
  expect(await valuesOf(chrome)).toEqual({ 'jaw-width': 13 })
  expect(await valuesOf(late)).toEqual({})
  expect(await valuesOf(black)).toEqual({ finish: 'black oxide', standard: 'DIN' })
  const text = { ...jawWidth, kind: 'text', unit: null }
  expect((await put([text, finish, standard], { losing: 1 })).status).toBe(200)
  expect(await valuesOf(chrome)).toEqual({})
})

test('products have the specifications of the category above theirs', async () => {
  const { owen, addWrench, valuesOf } = await openShop()
  const above = (specifications: object[], seen: string[] = [], losing = 0) =>
    owen.call('PUT', '/categories/hand-tools/specifications', { specifications, seen, losing })
  const warranty = { name: 'Warranty', kind: 'text', unit: null, choices: null }
  expect((await above([warranty])).status).toBe(200)
  const wrench = await addWrench({ 'jaw-width': 13, warranty: '10 years' })
  expect(await valuesOf(wrench)).toEqual({ 'jaw-width': 13, warranty: '10 years' })
  // A category is not moved away from what its products have.
  expect(await owen.call('PUT', '/categories/wrenches', { parent: null })).toMatchObject({
    status: 409,
    body: { code: 'moves-values' },
  })
  expect(await above([], ['warranty'])).toMatchObject({ status: 409 })
  expect((await above([], ['warranty'], 1)).status).toBe(200)
  expect(await valuesOf(wrench)).toEqual({ 'jaw-width': 13 })
  expect((await owen.call('PUT', '/categories/wrenches', { parent: null })).status).toBe(200)
})

test('an outdated list and invalid specifications are refused', async () => {
  const { owen, put } = await openShop()
  for (const keys of [[], ['jaw-width'], [...seen, 'bore']])
    expect((await put([standard], { seen: keys })).body.code).toBe('stale-specifications')
  expect((await put([{ ...standard, key: 'bore' }])).body.code).toBe('stale-specifications')
  expect((await put([standard, standard])).body.code).toBe('stale-specifications')
  const refused = async (more: object) => Object.keys((await put([{ ...standard, ...more }])).body.fields)
  expect(await refused({ name: '' })).toEqual(['specifications.0.name'])
  expect(await refused({ kind: 'date' })).toEqual(['specifications.0.kind'])
  expect(await refused({ unit: 'mm' })).toEqual(['specifications.0.unit'])
  expect(await refused({ choices: ['a'] })).toEqual(['specifications.0.choices'])
  expect(await refused({ kind: 'choice', choices: [] })).toEqual(['specifications.0.choices'])
  expect(await refused({ kind: 'choice', choices: ['a', 'a '] })).toEqual(['specifications.0.choices'])
  const body = { specifications: [], seen: [] }
  expect((await owen.call('PUT', '/categories/anvils/specifications', body)).status).toBe(404)
})
