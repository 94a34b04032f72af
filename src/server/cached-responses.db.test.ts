import pg from 'pg'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import portfolio from '#db/seed/portfolio.json'
import { openChangeExchange } from '#platform/database/change-exchange.server.ts'
import { createChangeFeed } from '#platform/database/change-feed.server.ts'
import { collectOwnChanges } from '#platform/database/change-notices.server.ts'
import { createMetrics } from '#platform/metrics.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { storePortfolio } from '#shop/portfolio/portfolio-queries.server.ts'
import { createHttpMiddleware } from './http-middleware.server.ts'
import { buy } from './testing/orders.ts'
import { addPost } from './testing/posts.ts'
import { addProduct, newProduct } from './testing/products.ts'
import { openTestShop } from './testing/test-shop.ts'
import { signUp, signUpAdmin } from './testing/users.ts'

const log = pino({ level: 'fatal' })

/** A test shop with its cache; `ask` is an anonymous request, `isCached` whether a response is cached. */
async function openCachedShop() {
  const database = await createTestDatabase()
  const shop = await openTestShop(database)
  const { handler, cache } = createHttpMiddleware(shop.app, createMetrics(), 'public')
  createChangeFeed(database.ownChanges).follow(cache)
  const ask = async (path: string) => (await handler.request(path)).json()
  const isCached = (path: string) => cache.find(path, undefined) !== undefined
  return { shop, database, cache, ask, isCached }
}

test('a visitor sees each sale and cancel at once, and other products stay cached', async () => {
  const { shop, ask, isCached } = await openCachedShop()
  const [saw, anvil] = [await addProduct(shop.db), await addProduct(shop.db, { name: 'Anvil' })]
  const list = '/api/products?size=10&page=0'
  const seen = async () => [
    (await ask(`/api/products/${saw.id}`)).quantity,
    (await ask(list))[0].quantity,
  ]
  const jane = await signUp(shop)
  expect(await seen()).toEqual([100, 100])
  await ask(`/api/products/${anvil.id}`)
  await ask('/api/productsCount')
  const order = await buy(jane, saw, 20)
  expect(isCached(list)).toBe(false)
  expect(await seen()).toEqual([80, 80])
  await jane.call('DELETE', `/purchase/${order._id}`)
  expect(await seen()).toEqual([100, 100])
  expect(isCached(list)).toBe(true)
  expect(isCached(`/api/products/${anvil.id}`)).toBe(true)
  expect(isCached('/api/productsCount')).toBe(true)
})

test('a visitor sees at once what an admin adds, edits, removes and restores', async () => {
  const { shop, ask } = await openCachedShop()
  const owen = await signUpAdmin(shop)
  const seen = async () => [
    (await ask('/api/productsCount')).count,
    ...(await ask('/api/products?size=10&page=0')).map(({ name }: { name: string }) => name),
  ]
  expect(await seen()).toEqual([0])
  const { body } = await owen.call('POST', '/products', await newProduct(shop))
  expect(await seen()).toEqual([1, 'Marking Gauge'])
  await owen.call('PUT', `/products/${body._id}`, { name: 'Bevel' })
  expect(await seen()).toEqual([1, 'Bevel'])
  await owen.call('DELETE', `/products/${body._id}`)
  expect(await seen()).toEqual([0])
  await owen.call('PUT', `/products/restore/${body._id}`)
  expect(await seen()).toEqual([1, 'Bevel'])
})

test('a product that moves to another category ends the answers that list either', async () => {
  const { shop, ask, isCached } = await openCachedShop()
  await shop.db.insertInto('category').values({ slug: 'saws', name: 'Saws' }).execute()
  const { id } = await addProduct(shop.db)
  // Lists no product, as the page of an empty category.
  const count = '/api/productsCount'
  await ask(count)
  await shop.db.updateTable('product').set({ quantity: 90 }).where('id', '=', id).execute()
  expect(isCached(count)).toBe(true)
  await shop.db.updateTable('product').set({ category: 'saws' }).where('id', '=', id).execute()
  expect(isCached(count)).toBe(false)
  await shop.db.updateTable('product').set({ quantity: 100 }).where('id', '=', id).execute()
})

test('a visitor sees at once what is written in reviews, blog and portfolio', async () => {
  const { shop, ask, isCached } = await openCachedShop()
  const jane = await signUp(shop)
  const reviews = async () => [
    (await ask('/api/reviewsCount')).count,
    ...(await ask('/api/reviews?size=9&page=0')).map(
      (review: { name: string; review: string }) => `${review.name}: ${review.review}`,
    ),
  ]
  expect(await reviews()).toEqual([0])
  const { email } = jane
  const words = { email, name: 'Jane Buyer', ratings: 5, review: 'A good and heavy hammer.' }
  await jane.call('POST', '/reviews', words)
  expect(await reviews()).toEqual([1, 'Jane Buyer: A good and heavy hammer.'])
  await jane.call('PUT', `/reviews/${email}`, { ...words, review: 'It broke after one week.' })
  expect(await reviews()).toEqual([1, 'Jane Buyer: It broke after one week.'])
  await shop.db.updateTable('account').set({ name: 'Jane Smith' }).execute()
  expect(await reviews()).toEqual([1, 'Jane Smith: It broke after one week.'])

  expect(await ask('/api/blogs')).toEqual([])
  const post = await addPost(shop.db, { title: 'Old' })
  expect(await ask('/api/blogs')).toMatchObject([{ title: 'Old' }])
  expect(await ask(`/api/blogs/${post}`)).toMatchObject({ title: 'Old' })
  await shop.db.updateTable('blogPost').set({ title: 'New' }).execute()
  expect(await ask('/api/blogs')).toMatchObject([{ title: 'New' }])
  expect(await ask(`/api/blogs/${post}`)).toMatchObject({ title: 'New' })

  await ask('/api/openapi.json')
  await storePortfolio(shop.db, portfolio as never)
  expect(isCached('/api/openapi.json')).toBe(false)
})

test('what a transaction changes is dropped when it is committed, not before', async () => {
  const { shop, ask, isCached } = await openCachedShop()
  const { id } = await addProduct(shop.db)
  const path = `/api/products/${id}`
  await ask(path)
  await shop.db.transaction().execute(async (db) => {
    await db.updateTable('product').set({ name: 'Rasp' }).where('id', '=', id).execute()
    expect(isCached(path)).toBe(true)
  })
  expect((await ask(path)).name).toBe('Rasp')
})

test('processes on one server see each other’s changes, also after a lost connection', async () => {
  const { shop, database, ask } = await openCachedShop()
  const url = `${database.url}`
  // Another process, with its own pool, cache and notifications.
  const pool = new pg.Pool({ connectionString: url, application_name: 'forgewell', max: 2 })
  const openFeed = (ownChanges: typeof database.ownChanges, own: pg.Pool) =>
    createChangeFeed(ownChanges, (receiver) => openChangeExchange(url, own, log, receiver))
  const writer = openFeed(database.ownChanges, database.pool)
  const reader = openFeed(collectOwnChanges(pool), pool)
  onTestFinished(async () => {
    await Promise.all([writer.stop(), reader.stop()])
    await pool.end()
  })
  const other = createHttpMiddleware(shop.app, createMetrics(), 'public')
  const exact: boolean[] = []
  reader.follow({ drop: other.cache.drop, setExact: (isExact) => exact.push(isExact) })
  const writerIsExact = vi.fn()
  writer.follow({ drop: () => {}, setExact: writerIsExact })
  await vi.waitFor(() => expect(exact.at(-1)).toBe(true))
  await vi.waitFor(() => expect(writerIsExact).toHaveBeenLastCalledWith(true))
  other.cache.setExact(true)

  const { id } = await addProduct(shop.db)
  const path = `/api/products/${id}`
  const seenThere = async () => (await (await other.handler.request(path)).json()).quantity
  const jane = await signUp(shop)
  expect([await seenThere(), (await ask(path)).quantity]).toEqual([100, 100])
  await buy(jane, { id }, 10)
  await vi.waitFor(async () => expect(await seenThere()).toBe(90))

  // A change through psql.
  const stranger = new pg.Client(url)
  await stranger.connect()
  onTestFinished(() => stranger.end())
  await stranger.query('begin')
  await stranger.query('update product set quantity = quantity + 5')
  await stranger.query(
    `insert into stock_movement (product_id, delta, kind) select id, 5, 'correction' from product`,
  )
  expect(await seenThere()).toBe(90)
  await stranger.query('commit')
  await vi.waitFor(async () => expect(await seenThere()).toBe(95))

  const before = exact.length
  await stranger.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'forgewell changes'`,
  )
  await vi.waitFor(() => expect(exact.slice(before)).toEqual([false, true]), { timeout: 10_000 })
  await vi.waitFor(() => expect(writerIsExact).toHaveBeenLastCalledWith(true))
  await buy(jane, { id }, 10)
  await vi.waitFor(async () => expect(await seenThere()).toBe(85))
})
