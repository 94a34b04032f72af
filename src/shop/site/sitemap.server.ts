import { Hono } from 'hono'
import { href } from 'react-router'
import type { Db } from '#platform/database/database.server.ts'
import { publicUrlOf, type Site } from '#platform/http/site.ts'
import { listBlogPosts } from '#shop/blog/blog-queries.server.ts'

/** Every page for search engines but for the posts; a product has no public page of its own. */
const pages = [
  href('/'),
  href('/purchase'),
  href('/blogs'),
  href('/about-me'),
  href('/reviews'),
  href('/contact'),
]

/** `/sitemap.xml`: the addresses that search engines should know, posts with their day. */
export function createSitemap({ db, site }: { db: Db; site: Site }): Hono {
  return new Hono().get('/', async (c) => {
    const posts = await listBlogPosts(db)
    const entries = [
      ...pages.map((path) => entry(site, path)),
      ...posts.map(({ _id, publishedOn }) =>
        entry(site, href('/blogs/:id', { id: _id }), publishedOn),
      ),
    ]
    const xml = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join('\n')}
</urlset>
`
    return c.body(xml, 200, { 'Content-Type': 'application/xml; charset=utf-8' })
  })
}

function entry(site: Site, path: string, day?: string): string {
  const lastmod = day ? `<lastmod>${day}</lastmod>` : ''
  return `  <url><loc>${publicUrlOf(site, path)}</loc>${lastmod}</url>`
}
