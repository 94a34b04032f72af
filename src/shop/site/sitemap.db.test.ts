import { expect, test } from 'vitest'
import { addPost } from '#testing/posts.ts'
import { openTestShop, shopUrl } from '#testing/test-shop.ts'

test('the sitemap lists the public pages and every post with its day', async () => {
  const { app, db } = await openTestShop()
  const older = await addPost(db, { publishedOn: '2025-12-31' })
  const newer = await addPost(db, { publishedOn: '2026-03-01' })
  const answer = await app.request('http://elsewhere.test/sitemap.xml')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const xml = await answer.text()
  expect(xml).toMatch(/^<\?xml .*\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/[^"]*">\n/)
  const urls = Array.from(xml.matchAll(/<url>(.*?)<\/url>/g), ([, url]) => url)
  const pages = ['/', '/purchase', '/blogs', '/about-me', '/reviews', '/contact']
  expect(urls).toEqual([
    ...pages.map((path) => `<loc>${shopUrl}${path}</loc>`),
    `<loc>${shopUrl}/blogs/${newer}</loc><lastmod>2026-03-01</lastmod>`,
    `<loc>${shopUrl}/blogs/${older}</loc><lastmod>2025-12-31</lastmod>`,
  ])
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
