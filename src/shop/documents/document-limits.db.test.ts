import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { inProcessJobs } from '#platform/testing/in-process-jobs.ts'
import { type RunJob, shopJobs, type WorkerPool } from '#platform/workers/worker-pool.server.ts'
import { buy, copyOrder, payByCard, reportPayment, startPaying } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop, shopUrl } from '#server/testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from '#server/testing/users.ts'
import { zipDocuments } from './documents-zip.server.ts'

/** Jobs that start when `release` is called, and how many wait for it. */
function heldJobs(): { workers: WorkerPool; waiting: () => number; release: () => void } {
  const starts: (() => void)[] = []
  const workers: WorkerPool = (owner) =>
    (async (job, ...args) => {
      await new Promise<void>((resolve) => starts.push(resolve))
      return inProcessJobs(owner)(job, ...args)
    }) as RunJob
  return {
    workers,
    waiting: () => starts.length,
    release: () => {
      for (const start of starts.splice(0)) start()
    },
  }
}

test('a buyer gets 20 documents a minute, and an admin any number', async () => {
  const workers: WorkerPool = () => (async () => Buffer.from('%PDF-')) as unknown as RunJob
  const shop = await openTestShop(undefined, undefined, { workers })
  const [buyer, admin] = [await signUp(shop), await signUpAdmin(shop)]
  const { orderNumber } = await buy(buyer, await addProduct(shop.db))
  const statuses = async (user: Person) => {
    const path = `/documents/confirmation/${orderNumber}`
    const answers = await Promise.all(Array.from({ length: 21 }, () => user.call('GET', path)))
    return answers.map(({ status }) => status).sort()
  }
  expect(await statuses(buyer)).toEqual([...Array(20).fill(200), 429])
  expect(await statuses(admin)).toEqual(Array(21).fill(200))
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000)
  expect((await statuses(buyer))[0]).toBe(200)
})

test('a buyer has one zip at a time', async () => {
  const { workers, waiting, release } = heldJobs()
  const shop = await openTestShop(undefined, undefined, { workers })
  const [buyer, other] = [await signUp(shop), await signUp(shop)]
  const product = await addProduct(shop.db)
  const orders = new Map([
    [buyer, (await buy(buyer, product)).orderId],
    [other, (await buy(other, product)).orderId],
  ])
  const zip = (user: Person) =>
    shop.app.request(`${shopUrl}/api/documents/zip`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${user.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ orderIds: [orders.get(user)] }),
    })
  const first = await zip(buyer)
  const second = await zip(buyer)
  expect(second.status).toBe(429)
  expect(second.headers.get('Retry-After')).toMatch(/^\d+$/)
  expect((await zip(other)).status).toBe(200)
  await expect.poll(waiting).toBe(2)
  release()
  await first.arrayBuffer()
  expect((await zip(buyer)).status).toBe(200)
})

test('a zip whose client goes away ends, and none of its other documents is rendered', async () => {
  const { workers, waiting, release } = heldJobs()
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const product = await addProduct(shop.db)
  const entries = [await buy(buyer, product), await buy(buyer, product)].map((line) => ({
    kind: 'confirmation' as const,
    number: line.orderNumber,
    issuedAt: new Date(0).toISOString(),
  }))
  const ended = Promise.withResolvers<void>()
  const zip = zipDocuments(shop.db, workers(shopJobs), 'shop', entries, ended.resolve)
  await expect.poll(waiting).toBe(1)
  await zip.cancel()
  await ended.promise
  release()
  expect(waiting()).toBe(0)
})

test('more than 200 documents do not come as one zip', async () => {
  const shop = await openTestShop()
  const buyer = await signUp(shop)
  const line = await buy(buyer, await addProduct(shop.db, { quantity: 100_000 }))
  const copies = Array.from({ length: 199 }, () => uuidv7())
  await copyOrder(shop.db, line, copies)
  const orderIds = [line.orderId, ...copies]
  const intent = await startPaying(buyer, line)
  await payByCard(shop, intent)
  expect(await reportPayment(buyer, line, intent)).toMatchObject({ status: 200 })
  // 200 confirmations and an invoice.
  expect(await buyer.call('POST', '/documents/zip', { orderIds })).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('201 documents') },
  })
})
