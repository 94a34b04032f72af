import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { frameOf } from '#platform/http/site-frame.ts'
import { dayOf, listPostVersions } from '#shop/blog/blog-queries.server.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { listFamilySlugs } from '#shop/catalogue/families/families.server.ts'
import { familyPath } from '#shop/catalogue/families/family-path.ts'
import { lastProductsOfParts, listProductNames } from '#shop/catalogue/product-list.server.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { countProducts } from '#shop/catalogue/products.server.ts'
import { findExistingPages } from '#shop/pages/legal-pages.server.ts'

/** The maximum number of URLs in one file, by sitemaps.org. */
const MAX_ADDRESSES = 50_000
const BATCH = 1000
const XML = { 'Content-Type': 'application/xml; charset=utf-8' }
const XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** All indexable pages except categories, families, posts and products. */
const pages = [
  href('/'),
  href('/purchase'),
  href('/tools'),
  href('/blogs'),
  href('/about-me'),
  href('/reviews'),
  href('/contact'),
]

type SitemapOptions = {
  db: Db
  site: Site
  /** Smaller in tests. */
  maxAddresses?: number
}

/**
 * Serves `/sitemap.xml`: the indexable pages, or an index of files when there are too many for one.
 * `/sitemap.xml/pages` and `/sitemap.xml/products?after=` are those files; products are streamed.
 */
export function createSitemap({ db, site, maxAddresses = MAX_ADDRESSES }: SitemapOptions): Hono {
  const path = (file: string) => `/sitemap.xml/${file}`
  return new Hono()
    .get('/', async (c) => {
      const [others, count] = await Promise.all([pageEntries(db, site), countProducts(db)])
      if (others.length + count <= maxAddresses) {
        return streamed(c.req.raw, 'urlset', others, productEntries(db, site, null, maxAddresses))
      }
      // A file is named by the last product before it, so that a new product changes only the last
      // file.
      const before = await lastProductsOfParts(db, maxAddresses)
      const parts = [null, ...before].map((id) => path(id ? `products?after=${id}` : 'products'))
      const files = [path('pages'), ...parts].map((file) => entry('sitemap', site, file))
      return streamed(c.req.raw, 'sitemapindex', files)
    })
    .get('/pages', async (c) => streamed(c.req.raw, 'urlset', await pageEntries(db, site)))
    .get('/products', (c) => {
      const after = c.req.query('after') ?? null
      return streamed(c.req.raw, 'urlset', [], productEntries(db, site, after, maxAddresses))
    })
}

async function pageEntries(db: Db, site: Site): Promise<string[]> {
  const [posts, categories, families, legal] = await Promise.all([
    listPostVersions(db),
    listCategories(db),
    listFamilySlugs(db),
    findExistingPages(db),
  ])
  return [
    ...pages
      .filter((path) => path !== href('/about-me') || !frameOf(site).portfolio.isHidden)
      .map((path) => entry('url', site, path)),
    ...legal.map((slug) => entry('url', site, href('/pages/:slug', { slug }))),
    ...categories.map((category) => entry('url', site, categoryPath(category))),
    ...families.map((family) => entry('url', site, familyPath(family))),
    ...posts.map(({ id, publishedAt }) => entry('url', site, href('/blogs/:id', { id }), dayOf(publishedAt))),
  ]
}

const productEntries = (db: Db, site: Site, start: string | null, max: number) =>
  inBatches(
    (after, size) => listProductNames(db, after, size),
    ({ id, name }) => entry('url', site, productPath({ _id: id, name })),
    { start, max },
  )

/** Reads up to `max` rows after one, batch by batch, and writes each in a line. */
export async function* inBatches<Row extends { id: string }>(
  read: (after: string | null, size: number) => Promise<Row[]>,
  write: (row: Row) => string,
  { start, max }: { start: string | null; max: number },
) {
  let after = start
  for (let left = max; left > 0; left -= BATCH) {
    const rows = await read(after, Math.min(BATCH, left))
    yield rows.map((row) => `${write(row)}\n`).join('')
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH) return
  }
}

async function* noEntries() {}

/** Streams a file; entries are written as the client reads them. */
export function streamed(
  { method }: Request,
  root: 'urlset' | 'sitemapindex' | 'rss',
  entries: string[],
  further: AsyncIterable<string> = noEntries(),
  attributes = XMLNS,
): Response {
  if (method === 'HEAD') return new Response(null, { headers: XML })
  async function* chunks() {
    const head = `<?xml version="1.0" encoding="UTF-8"?>\n<${root} ${attributes}>\n`
    yield Buffer.from(head + entries.map((entry) => `${entry}\n`).join(''))
    for await (const more of further) yield Buffer.from(more)
    yield Buffer.from(`</${root}>\n`)
  }
  const body = Readable.toWeb(Readable.from(chunks())) as ReadableStream
  // A shared cache in memory would hold the whole file.
  return new Response(body, { headers: { ...XML, 'Cache-Control': 'no-store' } })
}

function entry(kind: 'url' | 'sitemap', site: Site, path: string, day?: string): string {
  const lastmod = day ? `<lastmod>${day}</lastmod>` : ''
  return `  <${kind}><loc>${publicUrlOf(site, path)}</loc>${lastmod}</${kind}>`
}

/** Serves `/robots.txt`. Pages behind a login use `noindex` instead. */
export function createRobots(site: Site): Hono {
  const text = `User-agent: *
Disallow: ${href('/dashboard')}
Disallow: /api
Disallow: /simulators

Sitemap: ${publicUrlOf(site, '/sitemap.xml')}
`
  return new Hono().get('/', (c) => c.text(text))
}
