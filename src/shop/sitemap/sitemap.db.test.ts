import { Hono } from 'hono'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addCatalogue } from '#server/testing/catalogue.ts'
import { addPost } from '#server/testing/posts.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { createSitemap } from './sitemap.server.ts'

test('the sitemap lists the public pages, categories, products and posts with their day', async () => {
  const { app, db } = await openTestShop()
  await db.insertInto('category').values({ slug: 'saws', name: 'Saws' }).execute()
  const saw = await addProduct(db, { name: 'Tenon Saw 300 mm' })
  await addCatalogue(db, [{ name: 'Rip Saw 1', family: 'Rip Saw' }])
  const older = await addPost(db, { publishedOn: '2025-12-31' })
  const newer = await addPost(db, { publishedOn: '2026-03-01' })
  const answer = await app.request('http://elsewhere.test/sitemap.xml')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  expect(xml).toMatch(/^<\?xml .*\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/[^"]*">\n/)
  const urls = Array.from(xml.matchAll(/<url>(.*?)<\/url>/g), ([, url]) => url)
  const pages = ['/', '/purchase', '/tools', '/blogs', '/about-me', '/reviews', '/contact']
  expect(urls).toEqual([
    ...pages.map((path) => `<loc>${shopUrl}${path}</loc>`),
    `<loc>${shopUrl}/tools/category/saws</loc>`,
    `<loc>${shopUrl}/blogs/${newer}</loc><lastmod>2026-03-01</lastmod>`,
    `<loc>${shopUrl}/blogs/${older}</loc><lastmod>2025-12-31</lastmod>`,
    `<loc>${shopUrl}/tools/tenon-saw-300-mm-${saw.id}</loc>`,
    expect.stringContaining('/tools/rip-saw-1-'),
  ])
  // A family of one is its product.
  await addCatalogue(db, [{ name: 'Rip Saw 2', family: 'Rip Saw' }])
  const more = await (await app.request('http://elsewhere.test/sitemap.xml')).text()
  expect(more).toContain(`<loc>${shopUrl}/tools/family/rip-saw</loc>`)
})

test('past the limit it is an index of files, which name each product once', {
  tags: 'long',
}, async () => {
  const { db } = await openTestShop()
  // 2,500 products in one statement, in parts of 1,200.
  await sql`insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    select gen_random_uuid(), 'Saw ' || n, 'Set by hand, filed twice.', 1250, 0, 10, '/media/0.webp'
    from generate_series(1, 2500) n`.execute(db)
  const site = { name: 'Forgewell', publicUrl: shopUrl, isDemo: false, offersGoogle: false }
  const sitemap = new Hono().route('/sitemap.xml', createSitemap({ db, site, maxAddresses: 1200 }))
  const read = async (path: string) => {
    const xml = await (await sitemap.request(path.replace(shopUrl, ''))).text()
    return Array.from(xml.matchAll(/<loc>(.*?)<\/loc>/g), ([, loc = '']) => loc)
  }
  const files = await read('/sitemap.xml')
  expect(files.slice(0, 2)).toEqual([`${shopUrl}/sitemap.xml/pages`, `${shopUrl}/sitemap.xml/products`])
  const [pages = [], ...parts] = await Promise.all(files.map(read))
  expect(pages).toContain(`${shopUrl}/purchase`)
  expect(parts.map(({ length }) => length)).toEqual([1200, 1200, 100])
  expect(new Set(parts.flat()).size).toBe(2500)
  expect(await read('/sitemap.xml/products?after=nothing')).toEqual([])
})

test('robots.txt excludes private paths and names the sitemap', async () => {
  const { app } = await openTestShop()
  const answer = await app.request('http://elsewhere.test/robots.txt')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain/)
  expect((await answer.text()).split('\n')).toEqual([
    'User-agent: *',
    'Disallow: /dashboard',
    'Disallow: /api',
    'Disallow: /simulators',
    '',
    `Sitemap: ${shopUrl}/sitemap.xml`,
    '',
  ])
})
