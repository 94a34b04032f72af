import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCatalogue, addDemoCatalogue } from '#server/testing/catalogue.ts'
import { openTestShop, type TestShop } from '#server/testing/test-shop.ts'
import { callApi } from '#server/testing/users.ts'
import { listMisses } from './synonyms/search-misses.server.ts'

const get = async ({ app }: TestShop, path: string) => {
  const { status, body } = await callApi(app, 'GET', path)
  expect(status, path).toBe(200)
  return body
}
const names = (products: { name: string }[]) => products.map(({ name }) => name)

const dropped = (name: string) => `The filter “${name}” was dropped.`
/** Different words. */
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => `word${String.fromCharCode(97 + index)}`).join('+')
async function openDemoShop(): Promise<TestShop> {
  const shop = await openTestShop()
  await addDemoCatalogue(shop.db)
  return shop
}

test('suggestions have products, categories and the total', async () => {
  const shop = await openDemoShop()
  const found = await get(shop, '/products/suggest?q=wren')
  expect(found.products.length).toBeGreaterThan(2)
  expect(found.products[0]).toMatchObject({ name: expect.stringContaining('Wrench') })
  expect(found.products[0]).toHaveProperty('imgURL')
  expect(found.categories).toContainEqual({ slug: 'wrenches', name: 'Wrenches' })
  expect(found.total).toBeGreaterThanOrEqual(found.products.length)
  const many = await get(shop, '/products/suggest?q=steel')
  expect(many.products).toHaveLength(8)
  expect(many.total).toBeGreaterThan(8)
  expect(await get(shop, '/products/suggest')).toMatchObject({ categories: [] })
})

test('a synonym finds what it means, and its category', async () => {
  const shop = await openDemoShop()
  const found = await get(shop, '/products/suggest?q=spanner')
  expect(names(found.products)).toContain('Combination Wrench 13 mm')
  expect(found.categories).toContainEqual({ slug: 'wrenches', name: 'Wrenches' })
  await addCatalogue(shop.db, [{ name: 'Hex Key Folding' }])
  expect(names(await get(shop, '/products?q=allen+keys'))).toContain('Hex Key Folding')
})

test.each([
  ['hamer', 'hammer'],
  ['wernch', 'wrench'],
  ['combinatoin wrench', 'combination wrench'],
  ['scrwdri', 'screwdriver'],
])('the typing error “%s” is corrected to “%s”', async (text, correctedText) => {
  const shop = await openDemoShop()
  const found = await get(shop, `/products/search?q=${text}`)
  expect(found).toMatchObject({ correctedText })
  expect(found.total).toBeGreaterThan(0)
  expect((await get(shop, `/products/suggest?q=${text}`)).correctedText).toBe(correctedText)
})

test('a typing error whose matches the filters exclude is still corrected', async () => {
  const shop = await openDemoShop()
  const tight = ['price=..0.01', 'category=hammers', 'category=wrenches&spec.length=9999..']
  for (const filters of tight) {
    expect(await get(shop, `/products/search?q=wernch&${filters}`), filters).toMatchObject({
      correctedText: 'wrench',
      total: 0,
      products: [],
    })
  }
  // Right words are not corrected, and neither are words that find nothing without filters.
  for (const text of ['wrench', 'qqqqqq']) {
    const found = await get(shop, `/products/search?q=${text}&price=..0.01`)
    expect(found, text).toMatchObject({ correctedText: null, total: 0 })
  }
})

test('a list without a search is the specified one; a search ranks, filters and pages', async () => {
  const shop = await openDemoShop()
  const plain = await get(shop, '/products')
  expect(await get(shop, '/products?q=&category=')).toEqual(plain)
  const found = names(await get(shop, '/products?q=wrench&size=2&page=0'))
  expect(found).toHaveLength(2)
  expect(names(await get(shop, '/products?q=wrench&size=2&page=1'))).not.toContain(found[0])
  const wrenches = await get(shop, '/products?category=wrenches&spec.jaw-width=13..19&sort=price&stock=1')
  expect(wrenches.length).toBeGreaterThan(0)
  for (const { category, specifications } of wrenches) {
    expect(category).toBe('wrenches')
    expect(specifications['jaw-width']).toBeGreaterThanOrEqual(13)
    expect(specifications['jaw-width']).toBeLessThanOrEqual(19)
  }
})

test('invalid parameters are dropped with a note', async () => {
  const shop = await openDemoShop()
  const { notes, total } = await get(
    shop,
    `/products/search?q=${'wrench '.repeat(60)}&spec.colour=red&category=none&price=cheap`,
  )
  expect(notes).toEqual([
    'The search was cut to 200 characters.',
    'The filter “price” was dropped.',
    'The filter “category” was dropped.',
    'The filter “colour” was dropped.',
  ])
  expect(total).toBeGreaterThan(0)
})

test('every kind of unknown value has its note', async () => {
  const shop = await openDemoShop()
  const asked: [string, string[]][] = [
    ['spec.finish=a%00b', [dropped('finish')]],
    ['spec.finish=polished+chrome&spec.finish=a%07', [dropped('finish')]],
    ['category=a%00b', [dropped('category')]],
    ['spec.jaw-width=NaN..1e400', [dropped('jaw-width')]],
    ['spec.jaw-width=13&spec.jaw-width=wide', [dropped('jaw-width')]],
    ['spec.jaw-width=13&spec.jaw-width=15..17', []],
    ['q=wrench&foo=bar', [dropped('foo')]],
    ['stock=2&sort=foo&view=wall', ['stock', 'sort', 'view'].map(dropped)],
    ['colour=red&colour=blue', [dropped('colour')]],
    ['utm_source=mail&fbclid=1&gclid=2&page=0&size=3&stock=1&sort=price&view=table', []],
    [`q=${words(17)}`, ['The search was cut to 16 words.']],
    [`q=${words(16)}+${words(16)}`, []],
  ]
  for (const [params, notes] of asked) {
    expect((await get(shop, `/products/search?${params}`)).notes, params).toEqual(notes)
  }
  const unknown = Array.from({ length: 12 }, (_, index) => `x${index}=1`).join('&')
  expect((await get(shop, `/products/search?${unknown}`)).notes).toHaveLength(10)
})

test('a parameter that is given twice is named', async () => {
  const shop = await openDemoShop()
  for (const [params, message] of [
    ['q=a&q=b', 'q is given twice'],
    ['q=a&size=1&size=2&size=3', 'size is given 3 times'],
  ] as const) {
    const answer = await callApi(shop.app, 'GET', `/products/search?${params}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'malformed', message } })
  }
})

test('any text is answered', { tags: 'long' }, async () => {
  const shop = await openDemoShop()
  const texts = [
    "'; drop table product; --",
    '%',
    '\\',
    "'",
    '!&|<->:*',
    '\u0000\u0007',
    '\ud800',
    '🔨',
    'שלום',
    'ｗｒｅｎｃｈ',
    '1/0 in',
    '9'.repeat(200),
    `${'9'.repeat(190)}/3 in`,
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    '~wrench',
    '@wrenches',
    '#price:1e1',
    '1e400mm',
    'Z̸̡͝a̴l̶g̷o̵',
  ]
  for (const text of texts) {
    const query = encodeURIComponent(text.toWellFormed())
    await get(shop, `/products/search?q=${query}`)
    await get(shop, `/products/suggest?q=${query}`)
    await get(shop, `/products?q=${query}`)
  }
  for (const filters of [
    'price=-1..0',
    'price=999999999999..',
    'price.min=x&price.max=3',
    'spec.length=0..0',
    'spec.length=-5..-1',
    "spec.finish='&spec.finish=\\",
    'spec.=1',
    'spec.length.min=5',
    'spec.__proto__=1',
    'spec.constructor=1',
    'sort=__proto__',
    'stock=2&page=99999',
    'size=1000&page=2147483648&sort=price',
  ])
    await get(shop, `/products/search?${filters}`)
  // A NUL, a lone surrogate, control characters and quotes.
  const odd = ['%00', 'a%00b', '%ED%A0%80', '%07%1F%7F%C2%85', '%27%5C']
  const scripts = [...'a1.∞ßのשé🔨𒀱ﷺ'].map((letter) => encodeURIComponent(letter.repeat(200)))
  const ranges = ['price', 'price.max', 'spec.length', 'spec.length.min']
  const names = ['q', 'category', 'spec.finish', 'sort', 'stock', 'view', 'spec.%00', '%00', ...ranges]
  for (const value of [...odd, ...scripts]) {
    const all = names.map((name) => `${name}=${value}`)
    for (const path of ['/search', '/suggest', '']) await get(shop, `/products${path}?${all.join('&')}`)
  }
  for (const value of odd) {
    for (const name of names) await get(shop, `/products/search?${name}=${value}`)
    for (const name of ['page', 'size']) {
      const path = `/products/search?${name}=${value}`
      expect((await callApi(shop.app, 'GET', path)).status, path).toBe(400)
    }
  }
})

test('a search without results offers similar products and is counted without user data', async () => {
  const shop = await openDemoShop()
  const found = await get(shop, '/products/search?q=Wrench+for+Submarines')
  expect(found.total).toBe(0)
  expect(found.near.length).toBeGreaterThan(0)
  await get(shop, '/products/search?q=wrench++FOR+submarines')
  await get(shop, '/products/search?q=zzz&category=wrenches')
  await get(shop, '/products/suggest?q=qqqqqq')
  expect(await listMisses(shop.db)).toEqual([
    { query: 'wrench for submarines', count: 2, lastDay: expect.any(String) },
  ])
  await sql`update search_miss set day = day - 31`.execute(shop.db)
  expect(await listMisses(shop.db)).toEqual([])
})

test('a total above the counting limit is marked as a lower bound', { tags: 'long' }, async () => {
  const shop = await openTestShop()
  await addCatalogue(shop.db, [{ name: 'Bolt' }])
  await shop.db.deleteFrom('stockMovement').execute()
  await shop.db.deleteFrom('product').execute()
  await sql`insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    select gen_random_uuid(), 'Bolt ' || n, 'x', 10000 - n, 0, 1, '/media/x'
    from generate_series(1, 3100) n`.execute(shop.db)
  const found = await get(shop, '/products/search?q=bolt&sort=price&size=2')
  expect(found).toMatchObject({ total: 3000, isCapped: true })
  // Sorted among all of them.
  expect(names(found.products)).toEqual(['Bolt 3100', 'Bolt 3099'])
  const best = await get(shop, '/products/search?q=bolt+77')
  expect(names(best.products)[0]).toBe('Bolt 77')
})
