import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { signUpAdmin } from '#server/testing/users.ts'
import type { ComparedPrices } from './compare-prices.server.ts'

async function openList() {
  const shop = await openTestShop()
  const admin = await signUpAdmin(shop)
  const product = await addProduct(shop.db, { unitPriceCents: 1100, sku: 'FW-1' })
  await addProduct(shop.db, { unitPriceCents: 2000, sku: 'FW-2' })
  await shop.db.insertInto('category').values({ slug: 'squares', name: 'Squares' }).execute()
  const { _id: id } = (await admin.call('POST', '/price-lists', { name: 'List', for: { everybody: true } }))
    .body
  const path = `/price-lists/${id}/rows`
  const put = (rows: object[], version?: number) => admin.call('PUT', path, { rows, version })
  const authorized = { Authorization: `Bearer ${admin.token}`, Origin: shopUrl }
  const compare = async (
    content: string | Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = {},
  ): Promise<{ status: number; body: ComparedPrices & { message: string } }> => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'prices.csv')
    for (const [field, value] of Object.entries(fields)) body.append(field, value)
    const answer = await shop.app.request(`${shopUrl}/api${path}/compare`, {
      method: 'POST',
      body,
      headers: authorized,
    })
    return { status: answer.status, body: await answer.json() }
  }
  const download = async (format: 'csv' | 'xlsx') => {
    const answer = await shop.app.request(`${shopUrl}/api${path}/${format}`, {
      headers: authorized,
    })
    return new Uint8Array(await answer.arrayBuffer())
  }
  return { shop, admin, product, path, put, compare, download }
}

const statesOf = ({ compared }: ComparedPrices) => compared.map(({ state }) => state)

test('an export, as CSV and as a workbook, imports without a change', async () => {
  const { put, compare, download } = await openList()
  await put([
    { sku: 'FW-1', minQuantity: 1, perPrice: 9.5 },
    { sku: 'FW-1', minQuantity: 1000, perPrice: 8.9 },
    { category: 'squares', minQuantity: 1, percent: 12.5 },
    { all: true, minQuantity: 10, percent: 5 },
  ])
  for (const format of ['csv', 'xlsx'] as const) {
    const { status, body } = await compare(await download(format))
    expect({ status, questions: body.questions, others: body.others }).toEqual({
      status: 200,
      questions: [],
      others: 0,
    })
    expect(statesOf(body)).toEqual(Array(4).fill('unchanged'))
  }
})

test('prices that the list changed after an export stay, unless they are ticked', async () => {
  const { put, compare, download } = await openList()
  const second = { sku: 'FW-2', minQuantity: 1, perPrice: 18 }
  await put([{ sku: 'FW-1', perPrice: 9.5 }, second])
  const csv = new TextDecoder().decode(await download('csv'))
  // The export itself says an earlier moment, when these prices were not there yet.
  const file = csv.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, new Date().toISOString())
  expect(file).not.toBe(csv)
  const added = { all: true, minQuantity: 1, percent: 3 }
  await put([{ sku: 'FW-1', perPrice: 9.9 }, second, added])
  const edited = file.replace('18.00', '17.00')
  const { body } = await compare(edited, { replaces: 'true' })
  expect(body.compared.map(({ state, isStale }) => [state, isStale])).toEqual([
    ['unchanged', true],
    ['changed', false],
  ])
  // What was added since is not removed.
  expect(body.others).toBe(0)
  expect(body.rows).toEqual([
    { sku: 'FW-2', minQuantity: 1, perPrice: 17 },
    { sku: 'FW-1', minQuantity: 1, perPrice: 9.9 },
    added,
  ])
  const ticked = (await compare(edited, { replaces: 'true', takesStale: 'true' })).body
  expect(statesOf(ticked)).toEqual(['changed', 'changed'])
  expect(ticked.rows).toHaveLength(2)
})

test('a file is compared, and saved with the version that it was compared with', async () => {
  const { admin, path, put, compare } = await openList()
  await put([{ sku: 'FW-1', perPrice: 9.5 }])
  const file = 'Artikelnr;Ab Menge;Preis\nFW-1;1;9,25\nFW-2;10;18,50\nFW-9;1;1,00'
  const { body } = await compare(file)
  expect(statesOf(body)).toEqual(['changed', 'new', 'refused'])
  expect(body.compared[2]).toMatchObject({ row: 4, reasons: ['There is no tool FW-9.'] })
  expect((await admin.call('GET', path)).body.rows).toHaveLength(1)
  // Another admin is faster: nothing is lost, and the file is compared again.
  await put([
    { sku: 'FW-1', perPrice: 9.5 },
    { all: true, percent: 3 },
  ])
  expect(await put(body.rows, body.version)).toMatchObject({
    status: 409,
    body: { code: 'stale-rows' },
  })
  const again = (await compare(file)).body
  expect((await put(again.rows, again.version)).status).toBe(200)
  expect((await admin.call('GET', path)).body.rows).toMatchObject([
    { sku: 'FW-1', perPrice: 9.25 },
    { sku: 'FW-2', minQuantity: 10, perPrice: 18.5 },
    { all: true, percent: 3 },
  ])
})

test('columns and decimal marks that are unclear are asked for, and rows that are missing removed if wanted', async () => {
  const { put, compare } = await openList()
  await put([{ all: true, percent: 3 }])
  const file = 'Tool,Base,New\nFW-1,"1,100","1,250"'
  const asked = (await compare(file)).body
  // A program that sends these rows changes nothing.
  expect(asked).toMatchObject({ compared: [], rows: [{ all: true, minQuantity: 1, percent: 3 }] })
  expect(asked.questions).toEqual([
    'Choose the column that has the SKU or category.',
    'Choose the column that has the Price or the Percent off.',
  ])
  const mapping = JSON.stringify({ Tool: 'target', New: 'perPrice' })
  expect((await compare(file, { mapping })).body.questions).toEqual([
    'Choose the decimal mark of New: its numbers can be read in two ways.',
  ])
  const decimalMarks = JSON.stringify({ perPrice: ',' })
  const { body } = await compare(file, { mapping, decimalMarks, replaces: 'true' })
  expect(body.compared).toMatchObject([{ state: 'new', perPrice: 1.25 }])
  expect(body.rows).toEqual([{ sku: 'FW-1', minQuantity: 1, perPrice: 1.25 }])
  expect((await compare('Tool\n')).status).toBe(422)
})

const linesOf = ({ compared }: ComparedPrices) =>
  compared.map(({ state, target, minQuantity, perPrice, percent, warnings }) =>
    [state, target, minQuantity, perPrice ?? `${percent} %`, ...warnings].join(' '),
  )

test('what stands beside a price is converted, asked or refused', async () => {
  const { compare } = await openList()
  const read = async (file: string, mapping: Record<string, string> = {}) => {
    const { body } = await compare(file, { mapping: JSON.stringify(mapping) })
    return body.questions.length > 0 ? body.questions : linesOf(body)
  }
  expect(await read('Artikelnr;Preis;Preiseinheit\nFW-1;700,00;100\nFW-2;9,00;1')).toEqual([
    'new FW-1 1 7',
    'new FW-2 1 9',
  ])
  expect(await read('Référence;Prix HT (les 100)\nFW-1;700,00')).toEqual(['new FW-1 1 7'])
  expect(await read('SKU,Price,Currency\nFW-1,7.00,EUR\nFW-2,9.00,USD')).toEqual([
    'refused FW-1 1 7',
    'new FW-2 1 9',
  ])
  const gross = 'SKU,Price (incl. tax)\nFW-1,7.00'
  expect(await read(gross)).toEqual([expect.stringContaining('is with tax')])
  expect(await read(gross, { 'Price (incl. tax)': 'perPrice' })).toEqual([
    expect.stringContaining('is with tax'),
  ])
  expect(await read(gross, { 'Price (incl. tax)': 'perPrice:plain' })).toEqual(['new FW-1 1 7'])
  const customers = 'SKU,Kunde,Price\nFW-1,Acme,7.00\nFW-2,Beta,9.00'
  expect(await read(customers)).toEqual(['Choose what Kunde (Acme) is: its prices are of customers.'])
  expect(await read(customers, { Kunde: '' })).toHaveLength(1)
  expect(await read(customers, { Kunde: 'only:Acme' })).toEqual(['new FW-1 1 7', 'refused FW-2 1 9'])
  const days = 'SKU,Price,Valid from,Valid to\nFW-1,7,2024-01-01,2024-12-31\nFW-1,7.40,2024-01-01,'
  expect(await read(days)).toHaveLength(2)
  expect(await read(days, { 'Valid from': 'today', 'Valid to': 'today' })).toEqual([
    'refused FW-1 1 7',
    'new FW-1 1 7.4',
  ])
  const boxes = 'SKU,From,Unit,Price\nFW-1,1,BOX,79.00\nFW-2,1,PCE,9.00'
  expect(await read(boxes)).toHaveLength(1)
  expect(await read(boxes, { Unit: 'plain' })).toEqual(['new FW-1 1 79 price', 'new FW-2 1 9'])
})

test('a discount below 1, and a word that is a SKU and a category, are asked about', async () => {
  const { shop, compare } = await openList()
  const file = 'SKU,Remise\nFW-1,0.15\nFW-2,12 %'
  expect((await compare(file)).body.questions).toEqual(['Choose what Remise is: 0.15 can be 0.15 % or 15 %.'])
  const chosen = async (how: string) =>
    linesOf((await compare(file, { mapping: JSON.stringify({ Remise: how }) })).body)
  expect(await chosen('percent:fraction')).toEqual(['new FW-1 1 15 %', 'new FW-2 1 12 %'])
  expect(await chosen('percent:plain')).toEqual(['new FW-1 1 0.15 %', 'new FW-2 1 12 %'])
  expect((await compare('SKU,Discount\nFW-1,0.5 %')).body.questions).toEqual([])
  await shop.db.insertInto('category').values({ slug: 'fw-1', name: 'FW-1' }).execute()
  const both = 'SKU,Price\nFW-1,9.50'
  expect((await compare(both)).body.questions).toEqual([
    'Choose what SKU has: FW-1 is the SKU of a tool and the name of a category.',
  ])
  const { body } = await compare(both, { mapping: '{"SKU":"target:sku"}' })
  expect(body.rows).toEqual([{ sku: 'FW-1', minQuantity: 1, perPrice: 9.5 }])
})

test('steps are read as columns, ranges and words, and a price far from the base price is marked', async () => {
  const { compare } = await openList()
  const lines = async (file: string) => linesOf((await compare(file)).body)
  const steps = ['new FW-1 1 7.9', 'new FW-1 50 7.5', 'new FW-1 100 7.2']
  for (const file of [
    'SKU;ab 1;ab 50;ab 100\nFW-1;7,90;7,50;7,20',
    'Référence;Prix dès 1;Prix dès 50;Prix dès 100\nFW-1;7,90;7,50;7,20',
    'SKU,1-49,50-99,100+\nFW-1,7.90,7.50,7.20',
    'SKU;Menge 1;Preis 1;Menge 2;Preis 2;Menge 3;Preis 3\nFW-1;1;7,90;50;7,50;100;7,20',
    'SKU,From,Price\nFW-1,1-49,7.90\nFW-1,50-99,7.50\nFW-1,100+,7.20',
    'SKU;Ab;Preis\nFW-1;ab 1 Stk.;7,90\nFW-1;ab 50 Stk.;7,50\nFW-1;>= 100;7,20',
    'SKU;desde;precio\nFW-1;1;7,90\nFW-1;desde 50 uds;7,50\nFW-1;100 o más;7,20',
  ])
    expect(await lines(file), file).toEqual(steps)
  expect(
    await lines(
      'sku,tier_price_website,tier_price_customer_group,tier_price_qty,tier_price,tier_price_value_type\nFW-1,All Websites [USD],ALL GROUPS,50,7.00,Fixed\nFW-2,All Websites [USD],ALL GROUPS,50,15,Discount',
    ),
  ).toEqual(['new FW-1 50 7', 'new FW-2 50 15 %'])
  expect(await lines('SKU,Price\nFW-1,33.01\nFW-2,3.99')).toEqual([
    'new FW-1 1 33.01 price',
    'new FW-2 1 3.99 price',
  ])
  expect(await lines('SKU,Price\nFW-1,33.00\nFW-2,4.00')).toEqual(['new FW-1 1 33', 'new FW-2 1 4'])
})

test('a price that a workbook shows otherwise is refused', async () => {
  const { compare } = await openList()
  const sheet = utils.aoa_to_sheet([
    ['SKU', 'Price', 'Discount'],
    ['FW-1', 7.95, null],
    ['FW-2', null, 0.15],
  ])
  sheet.B2.z = '0'
  sheet.C3.z = '0%'
  const book = write(utils.book_new(sheet, 'Prices'), { type: 'buffer' })
  const { body } = await compare(new Uint8Array(book))
  expect(body.compared.map(({ percent, reasons }) => [percent, ...reasons])).toEqual([
    [undefined, 'Price shows 8 and holds 7.95: let the cell show the number that you mean'],
    [15],
  ])
})
