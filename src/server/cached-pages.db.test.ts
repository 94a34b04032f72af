import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createChangeFeed } from '#platform/database/change-feed.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { categoryPath } from '#shop/catalogue/categories/category-tree.ts'
import { productPath } from '#shop/catalogue/product-path.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'
import { addCategory } from './testing/categories.ts'
import { buy } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { renderPage } from './testing/rendered-page.tsx'
import { openTestShop, shopUrl } from './testing/test-shop.ts'
import { signUp, signUpAdmin } from './testing/users.ts'

const site = { name: 'Forgewell', publicUrl: shopUrl, isDemo: false, offersGoogle: false }
const PICTURE = '1'.repeat(32)

/** A shop with two saws in a category, whose pages are cached as HTML. */
async function openCachedPages() {
  const database = await createTestDatabase()
  const shop = await openTestShop(database)
  const { db } = shop
  const pages = new Hono().get('*', async (c) => {
    const { pathname, search } = new URL(c.req.url)
    return c.html(await renderPage(pathname + search, { db, site }))
  })
  const { handler, cache } = createHttpMiddleware(pages, createMetrics(), 'public')
  createChangeFeed(database.ownChanges).follow(cache)
  await addCategory(db, { slug: 'saws', name: 'Saws' })
  await db
    .insertInto('specification')
    .values({ category: 'saws', key: 'length', name: 'Length', kind: 'number', unit: 'mm' })
    .execute()
  const [saw, other] = [
    await addProduct(db, { name: 'Tenon Saw', quantity: 4321 }),
    await addProduct(db, { name: 'Bow Saw' }),
  ]
  const specifications = JSON.stringify({ length: 300 })
  await db.updateTable('product').set({ category: 'saws', specifications }).execute()
  const paths = {
    product: productPath({ _id: saw.id, name: saw.name }),
    neighbour: productPath({ _id: other.id, name: other.name }),
    category: categoryPath({ slug: 'saws' }),
    list: '/purchase',
    home: '/',
  }
  type Name = keyof typeof paths
  const see = async (name: Name) => (await handler.request(paths[name])).text()
  return {
    shop,
    saw,
    /** Which of the named pages, all cached before, are rendered anew after a change, and contain a text. */
    after: async (text: string, names: Name[], change: () => Promise<unknown>) => {
      for (const name of names) {
        expect(await see(name), name).not.toContain(text)
        expect(cache.find(paths[name], undefined), name).toBeDefined()
      }
      await change()
      const found: Name[] = []
      for (const name of names) if ((await see(name)).includes(text)) found.push(name)
      return found
    },
  }
}

test('the next page shows a sale', async () => {
  const { shop, saw, after } = await openCachedPages()
  const jane = await signUp(shop)
  const names = ['product', 'category', 'list', 'home'] as const
  expect(await after('4,301', [...names], () => buy(jane, saw, 20))).toEqual(names)
})

test('the next page shows what an admin changes about a product', async () => {
  const { shop, saw, after } = await openCachedPages()
  const owen = await signUpAdmin(shop)
  const path = `/products/${saw.id}`
  const lists = ['neighbour', 'category', 'list', 'home'] as const
  const rename = () => owen.call('PUT', path, { name: 'Gent Saw' })
  expect(await after('Gent Saw', [...lists], rename)).toEqual(lists)
})

test('the next page shows a changed specification', async () => {
  const { shop, saw, after } = await openCachedPages()
  const owen = await signUpAdmin(shop)
  const change = () =>
    owen.call('PUT', `/products/${saw.id}`, { category: 'saws', specifications: { length: 777 } })
  expect(await after('777', ['product'], change)).toEqual(['product'])
})

test('the next page shows a further picture and a document', async () => {
  const { shop, saw, after } = await openCachedPages()
  const productId = saw.id
  const addPicture = () =>
    shop.db
      .insertInto('productImage')
      .values({ productId, position: 0, image: `/media/${PICTURE}.webp` })
      .execute()
  const addDocument = () =>
    shop.db
      .insertInto('productDocument')
      .values({
        productId,
        position: 0,
        title: 'Data sheet',
        url: `/media/documents/${PICTURE}.pdf`,
        bytes: 10,
      })
      .execute()
  expect(await after(PICTURE, ['product'], addPicture)).toEqual(['product'])
  expect(await after('Data sheet', ['product'], addDocument)).toEqual(['product'])
})

test('the next page shows the new name of a category and of a specification', async () => {
  const { shop, after } = await openCachedPages()
  const { db } = shop
  const rename = () => db.updateTable('category').set({ name: 'Hand Saws' }).execute()
  const pages = ['product', 'category'] as const
  expect(await after('Hand Saws', [...pages], rename)).toEqual(pages)
  const renameField = () => db.updateTable('specification').set({ name: 'Blade' }).execute()
  expect(await after('Blade', ['product'], renameField)).toEqual(['product'])
})
