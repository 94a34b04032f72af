import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestDatabase } from '#platform/testing/database.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { addPost } from './testing/posts.ts'
import { addProduct } from './testing/products.ts'
import { renderPage } from './testing/rendered-page.tsx'

const publicUrl = 'https://shop.example'
const site = { name: 'Forgewell', publicUrl, isDemo: false, offersGoogle: false }
const currentUser = {
  uid: uuidv7(),
  email: 'jane@example.com',
  displayName: 'Jane',
  photoURL: null,
  isAdmin: false,
}

/** A shop whose texts attempt to inject markup. */
async function openShop() {
  const { db } = await createTestDatabase()
  const account = { id: currentUser.uid, email: currentUser.email, name: currentUser.displayName }
  await db.insertInto('account').values(account).execute()
  await db.insertInto('category').values({ slug: 'saws', name: 'Saws' }).execute()
  const product = await addProduct(db, { name: 'Saw </script><title>A</title>' })
  for (let more = 0; more < 10; more++) await addProduct(db)
  const body = 'Steel has a memory of every heat it went through, and a grinder reads it. '
  const post = await addPost(db, { title: 'Oil <!--<script>', body: body.repeat(4) })
  const open = async (path: string, viewed = {}) => readHead(await renderPage(path, { db, site, ...viewed }))
  return { product, post, open }
}

function readHead(html: string) {
  const all = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, found = '']) => found)
  return {
    titles: all(/<title>(.*?)<\/title>/gs),
    descriptions: all(/<meta name="description" content="(.*?)"/gs),
    canonicals: all(/<link rel="canonical" href="(.*?)"/g),
    robots: all(/<meta name="robots" content="(.*?)"/g),
    openGraph: Object.fromEntries(
      Array.from(html.matchAll(/<meta property="og:(\w+)" content="(.*?)"/gs), (og) => og.slice(1)),
    ),
    things: all(/<script type="application\/ld\+json">(.*?)<\/script>/gs).map((json) => JSON.parse(json)),
  }
}

test('every public page has one title, one description and one canonical URL', async () => {
  const { product, post, open } = await openShop()
  const tool = productPath({ _id: product.id, name: product.name })
  const tools = ['/tools', '/tools/category/saws', tool]
  const paths = ['/', '/purchase', ...tools, '/blogs', `/blogs/${post}`, '/about-me', '/reviews']
  const titles = new Set<string | undefined>()
  for (const path of [...paths, '/contact', '/login', '/register']) {
    const head = await open(`${path}?utm_source=letter`)
    expect(head.titles).toEqual([expect.stringMatching(/^.{5,110} \| Forgewell$/)])
    expect(head.descriptions).toEqual([expect.stringMatching(/^.{70,160}$/)])
    expect(head.canonicals).toEqual([publicUrl + path])
    expect(head.robots).toEqual([])
    expect(head.openGraph).toMatchObject({
      type: path.startsWith('/blogs/') ? 'article' : 'website',
      url: publicUrl + path,
      site_name: 'Forgewell',
      description: head.descriptions[0],
    })
    expect(head.openGraph.image).toMatch(/^https:\/\/shop\.example\/.+\.(jpg|webp)$/)
    titles.add(head.titles[0])
  }
  expect(titles.size).toBe(12)
})

test('every page of a list except the first has its own URL', async () => {
  const { open } = await openShop()
  const first = await open('/purchase?size=5&page=0')
  expect(first.canonicals).toEqual([`${publicUrl}/purchase`])
  const second = await open('/purchase?page=1&size=5')
  expect(second.titles).toEqual(['All tools, page 2 | Forgewell'])
  expect(second.canonicals).toEqual([`${publicUrl}/purchase?size=5&amp;page=1`])
  expect(second.things[1].itemListElement[0].position).toBe(6)
})

test('error pages and pages behind the login are not indexed', async () => {
  const { product, open } = await openShop()
  for (const path of ['/reset-password', '/nowhere', '/blogs/nowhere']) {
    const head = await open(path)
    expect(head.titles).toHaveLength(1)
    expect(head.descriptions).toHaveLength(1)
    expect(head).toMatchObject({ robots: ['noindex'], canonicals: [] })
    expect(head.openGraph.image).toBe(`${publicUrl}/link-preview.jpg`)
  }
  const purchase = await open(`/purchase/${product.id}`, { currentUser })
  expect(purchase).toMatchObject({ robots: ['noindex'], canonicals: [] })
  expect(purchase.titles).toEqual([expect.stringMatching(/^Saw .* \| Forgewell$/)])
  expect(purchase.openGraph.image).toMatch(/^https:\/\/shop\.example\/media\/.*-link\.jpg$/)
})

test('the structured data of home, list and post names seller, products and author', async () => {
  const { product, post, open } = await openShop()
  const { things } = await open('/')
  expect(things).toEqual([organization.parse(things[0])])

  const [toProducts, list, ...noMore] = (await open('/purchase')).things
  expect(noMore).toEqual([])
  expect(breadcrumbs.parse(toProducts).itemListElement.map(({ item }) => item)).toEqual([
    `${publicUrl}/`,
    `${publicUrl}/purchase`,
  ])
  const items = itemList.parse(list).itemListElement
  expect(items.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(items[0]?.item).toMatchObject({
    name: product.name,
    offers: { url: `${publicUrl}/tools/saw-script-title-a-title-${product.id}`, price: '12.50' },
  })
  const tool = productPath({ _id: product.id, name: product.name })
  const [offered, toProduct] = (await open(tool)).things
  expect(offered).toMatchObject({ '@type': 'Product', name: product.name, sku: product.sku })
  expect(breadcrumbs.parse(toProduct).itemListElement.map(({ name }) => name)).toEqual([
    'Home',
    'All tools',
    product.name,
  ])

  const [posting, toPost] = (await open(`/blogs/${post}`)).things
  expect(postJsonLd.parse(posting)).toMatchObject({
    headline: 'Oil <!--<script>',
    datePublished: '2026-01-02',
    author: { name: 'Marta Lindqvist', jobTitle: 'Forge master' },
  })
  expect(breadcrumbs.parse(toPost).itemListElement.map(({ name }) => name)).toEqual([
    'Home',
    'Blogs',
    'Oil <!--<script>',
  ])
})

// The properties that schema.org and search engines require.
const context = z.literal('https://schema.org')
const shopUrl = z.url().startsWith(`${publicUrl}/`)
const text = z.string().min(1)
const organization = z.object({
  '@context': context,
  '@type': z.literal('Organization'),
  name: text,
  url: shopUrl,
  logo: shopUrl,
})
const breadcrumbs = z.object({
  '@context': context,
  '@type': z.literal('BreadcrumbList'),
  itemListElement: z.array(
    z.object({
      '@type': z.literal('ListItem'),
      position: z.int().positive(),
      name: text,
      item: shopUrl,
    }),
  ),
})
const itemList = z.object({
  '@context': context,
  '@type': z.literal('ItemList'),
  itemListElement: z.array(
    z.object({
      '@type': z.literal('ListItem'),
      position: z.int().positive(),
      item: z.object({
        '@type': z.literal('Product'),
        name: text,
        description: text,
        image: shopUrl,
        offers: z.object({
          '@type': z.literal('Offer'),
          url: shopUrl,
          price: z.string().regex(/^\d+\.\d\d$/),
          priceCurrency: z.literal('USD'),
          availability: z.enum(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
        }),
      }),
    }),
  ),
})
const postJsonLd = z.object({
  '@context': context,
  '@type': z.literal('BlogPosting'),
  mainEntityOfPage: shopUrl,
  headline: text.max(110),
  image: shopUrl,
  datePublished: z.iso.date(),
  author: z.object({ '@type': z.literal('Person'), name: text, jobTitle: text }),
  publisher: z.object({ '@type': z.literal('Organization'), name: text, url: shopUrl }),
})
