import { expect, test } from 'vitest'
import { addProduct } from '#testing/products.ts'
import { openTestShop } from '#testing/test-shop.ts'
import { callApi } from '#testing/users.ts'

const names = ['Adjustable Wrench 250 mm', 'Adjustable Wrench 300 mm', 'Claw Hammer 450 g']

async function openShop() {
  const shop = await openTestShop()
  for (const [index, name] of names.entries()) {
    await addProduct(shop.db, { name, sku: `FW-125${index}` })
  }
  return async (lines: { sku?: string; name?: string }[]) => {
    const sent = lines.map(({ sku = null, name = null }) => ({ sku, name }))
    const answer = await callApi(shop.app, 'POST', '/products/match', { body: { lines: sent } })
    const { status, body } = answer
    if (status !== 200) return { status }
    const name = (product: { name: string } | null) => product?.name ?? null
    const matches = body.map(({ product, candidates }: { product: never; candidates: never[] }) => [
      name(product),
      candidates.map(name),
    ])
    return { status, matches }
  }
}

test('a SKU and a whole name are certain, any other name has candidates', async () => {
  const match = await openShop()
  const { matches } = await match([
    { sku: 'FW-1250', name: 'anything' },
    { name: 'claw hammer, 450g' },
    { name: 'adjustable wrench 250' },
    { name: 'adjustable wrenches' },
    { name: 'ajustable wrench 300' },
    { name: 'left-handed spanner' },
    { sku: 'FW-9999', name: 'Claw Hammer 450 g' },
    { sku: 'FW-9999' },
  ])
  expect(matches).toEqual([
    [names[0], []],
    [names[2], []],
    [null, [names[0]]],
    [null, [names[0], names[1]]],
    [null, [names[1], names[0]]],
    [null, []],
    [null, [names[2]]],
    [null, []],
  ])
})

test('a SKU of any form is certain, wherever it stands in the text', async () => {
  const shop = await openTestShop()
  for (const sku of ['4471-220', '60.1234', 'HX-12', 'WRX12345678', 'WR1013']) {
    await addProduct(shop.db, { name: `Tool ${sku}`, sku })
  }
  const found = async (lines: { sku: string | null; name: string | null }[]) => {
    const { body } = await callApi(shop.app, 'POST', '/products/match', { body: { lines } })
    return body.map(({ product }: { product: { sku: string } | null }) => product?.sku ?? null)
  }
  const names = ['4471-220', 'sockets 60.1234', 'hx-12 bit', 'WRX12345678', '4471-220 or HX-12']
  expect(await found(names.map((name) => ({ sku: null, name })))).toEqual([
    '4471-220',
    '60.1234',
    'HX-12',
    'WRX12345678',
    null,
  ])
  // The pasted text is read with a hyphen between letters and digits.
  expect(await found([{ sku: 'WR-1013', name: null }])).toEqual(['WR1013'])
})

test('a SKU with a typing error is offered, and confirmed', async () => {
  const match = await openShop()
  const { matches } = await match([
    { sku: 'FW-12500' },
    { sku: 'FW-1205' },
    { sku: 'FW-I252', name: 'hammer' },
  ])
  expect(matches).toEqual([
    [null, [names[0]]],
    [null, [names[0]]],
    [null, [names[2]]],
  ])
})

test('names of any characters are searched for', async () => {
  const match = await openShop()
  const odd = ["'; drop table product", '& | ! ( ) : *', '🔨', 'ham\\mer', '  ']
  const { status, matches } = await match(odd.map((name) => ({ name })))
  expect(status).toBe(200)
  expect(matches).toHaveLength(odd.length)
})

test('200 lines are matched, 201 are refused', async () => {
  const match = await openShop()
  const lines = (count: number) => Array.from({ length: count }, () => ({ name: 'claw hammer' }))
  expect((await match(lines(200))).matches).toHaveLength(200)
  expect((await match(lines(201))).status).toBe(422)
})
