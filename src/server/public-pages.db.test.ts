import { expect, test } from 'vitest'
import demoProducts from '#db/seed/products.json' with { type: 'json' }
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { addDemoCatalogue } from './testing/catalogue.ts'
import { renderPage } from './testing/rendered-page.tsx'

const REST = demoProducts.length % 10
const LAST_PAGE = `Page ${Math.ceil(demoProducts.length / 10)}`

async function openCatalogue() {
  const { db } = await createTestDatabase()
  await addDemoCatalogue(db)
  const show = async (path: string) =>
    // React separates texts by comments.
    (await renderPage(path, { db })).replaceAll('<!-- -->', '')
  return { db, show }
}

const count = (html: string, part: string | RegExp) => html.split(part).length - 1
const cards = (html: string) => count(html, '<article')
const prices = (html: string) =>
  [...html.matchAll(/<article.*?\$([\d,.]+)/gs)].map(([, price = '']) => Number(price.replaceAll(',', '')))
/** The pages that the pager marks as the current one. */
const currentPages = (html: string) =>
  [...html.matchAll(/<a [^>]*aria-current="page"[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label)
const chosenSize = (html: string) => /<option[^>]*selected[^>]*>([^<]*)/.exec(html)?.[1]

test('the last page has the rest, and the count line counts its products', async () => {
  const { show } = await openCatalogue()
  const html = await show('/purchase?size=8&page=4')
  const rest = demoProducts.length - 4 * 8
  expect(cards(html)).toBe(rest)
  expect(html).toContain(`Total Tools Found <strong>${rest}</strong>`)
})

test('the option 15 is selected when the URL says so', async () => {
  const { show } = await openCatalogue()
  expect(chosenSize(await show('/purchase?size=20&label=15'))).toBe('15')
  expect(chosenSize(await show('/purchase?size=20'))).toBe('20')
})

test('pages and sizes are links and a form that need no script', async () => {
  const { show } = await openCatalogue()
  const html = await show('/purchase')
  expect(html).toContain('href="/purchase?size=10&amp;page=1"')
  expect(html).toMatch(/<form[^>]*action="\/purchase"[^>]*>(?:(?!<\/form>).)*<select[^>]*name="size"/s)
  expect(cards(await show('/purchase?size=10&page=1'))).toBe(10)
})

test.each([
  { query: 'size=10&page=abc', shown: 10, page: 'Page 1' },
  { query: 'size=10&page=-1', shown: 10, page: 'Page 1' },
  { query: 'size=10&page=1.9', shown: 10, page: 'Page 2' },
  { query: 'size=10&page=%FF&page[]=2', shown: 10, page: 'Page 1' },
  { query: 'size=0', shown: 1, page: 'Page 1' },
  { query: 'size=-20&page=2', shown: 1, page: 'Page 3' },
  { query: 'size=1e1&page=1e0', shown: 10, page: 'Page 2' },
  { query: 'page=&size=', shown: { products: 10, reviews: 6 }, page: 'Page 1' },
  { query: 'size=ten', shown: { products: 10, reviews: 6 }, page: 'Page 1' },
  { query: 'page=999', shown: { products: REST, reviews: 2 } },
  { query: 'page=99999999999999999999999', shown: { products: REST, reviews: 2 } },
  { query: 'page=Infinity', shown: { products: REST, reviews: 2 } },
])('$query is the nearest valid page', async ({ query, shown, page }) => {
  const { db, show } = await openCatalogue()
  await addReviews(db, 50)
  const expected = typeof shown === 'number' ? { products: shown, reviews: shown } : shown
  const products = await show(`/purchase?${query}`)
  expect([cards(products), ...currentPages(products)]).toEqual([expected.products, page ?? LAST_PAGE])
  const reviews = await show(`/reviews?${query}`)
  expect([count(reviews, '<figure'), ...currentPages(reviews)]).toEqual([expected.reviews, page ?? 'Page 9'])
})

test.each(['size=99999999', 'size=all&page=7'])('%s has no pages', async (query) => {
  const { show } = await openCatalogue()
  const html = await show(`/purchase?${query}`)
  expect(currentPages(html)).toEqual([])
  expect(cards(html)).toBeGreaterThan(0)
})

test('a tool is found by its SKU, which stays in the title', async () => {
  const { show } = await openCatalogue()
  const html = await show('/purchase?q=fw-1013')
  expect(html).toMatch(/<h1[^>]*>Search: fw-1013<\/h1>/)
  expect(html.indexOf('Combination Wrench 13 mm')).toBeGreaterThan(0)
})

test('a typing error is corrected, and says so', async () => {
  const { show } = await openCatalogue()
  const html = await show('/purchase?q=combinatoin+wernch')
  expect(html).toContain('No tool matches “combinatoin wernch”.')
  expect(html).toContain('Combination Wrench')
})

test('results are sorted by price, and a facet counts what its choice finds', async () => {
  const { show } = await openCatalogue()
  const html = await show('/purchase?q=wrench&sort=price')
  const shown = prices(html)
  expect(shown.length).toBeGreaterThan(1)
  expect(shown).toEqual(shown.toSorted((a, b) => a - b))
  const found = await show('/purchase?q=steel&category=wrenches')
  const counted = /CrV steel.*?>(\d+)/s.exec(found)?.[1]
  expect(Number(counted)).toBeGreaterThan(1)
  const chosen = await show('/purchase?q=steel&category=wrenches&spec.material=CrV+steel')
  expect(chosen).toContain(`<strong>${counted}</strong> tools`)
})

test('a search that is too long is cut with a note, and an unknown filter dropped', async () => {
  const { show } = await openCatalogue()
  const long = await show(`/purchase?q=${'wrench+'.repeat(40)}&spec.taste=sweet`)
  expect(long).toContain('The search was cut to 200 characters.')
  expect(long).toContain('The filter “taste” was dropped.')
})

test('a tile of a category has its image', async () => {
  const { show } = await openCatalogue()
  const html = await show('/tools')
  expect(html).toMatch(/<li[^>]*>(?:(?!<\/li>).)*<img(?:(?!<\/li>).)*Hammers/s)
})

test('the filters of a category are a form at its own URL', async () => {
  const { show } = await openCatalogue()
  const html = await show('/tools/category/wrenches?stock=1&sort=price')
  expect(html).toMatch(/<form[^>]*action="\/tools\/category\/wrenches"/)
  expect(html).toMatch(/<input[^>]*name="stock"[^>]*checked/)
  expect(html).toMatch(/<h1[^>]*>Wrenches<\/h1>/)
})

test('a comparison of five tools says that one is left out', async () => {
  const { db, show } = await openCatalogue()
  const rows = await db.selectFrom('product').select('id').limit(5).execute()
  const ids = rows.map(({ id }) => id)
  const five = await show(`/compare?ids=${ids}`)
  expect(five).toContain('Only the first 4 of 5 tools are compared.')
  const twice = await show(`/compare?ids=${[...ids.slice(0, 4), ids[0]]}`)
  expect(twice).not.toContain('Only the first')
  expect([count(five, 'scope="col"'), count(twice, 'scope="col"')]).toEqual([4, 4])
})

test('a review has one star per point, its author and an image', async () => {
  const { db } = await createTestDatabase()
  await addReviews(db, 5)
  const html = await renderPage('/reviews', { db })
  for (const rating of [1, 2, 3, 4, 5]) {
    const card = html.split('<figure').find((part) => part.includes(`Review ${rating}.`)) ?? ''
    expect(card).toContain(`Jane ${rating}`)
    expect(card).toContain(`${rating} of 5 stars`)
    expect(count(card.split('class="stars"')[1] ?? '', '<svg')).toBe(rating)
    expect(card).toContain('class="avatar')
  }
})

test.each(['/blogs/no-such-post', '/blogs/00000000-0000-7000-8000-000000000000', '/blogs/1/2'])(
  '%s shows the way home',
  async (path) => {
    const { db } = await createTestDatabase()
    const html = await renderPage(path, { db })
    expect(html).toContain('This page is not in our catalogue')
  },
)

async function addReviews(db: Db, reviews: number): Promise<void> {
  const rows = Array.from({ length: reviews }, (_, at) => ({
    name: `Jane ${at + 1}`,
    ratings: (at % 5) + 1,
    review: `Review ${at + 1}. A square that stays square, day after day.`,
  }))
  await db
    .insertInto('review')
    .values(rows.map((row) => ({ ...row, id: crypto.randomUUID() })))
    .execute()
}
