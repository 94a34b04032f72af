import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { compare } from '#shop/imports/testing/import-calls.ts'

const PROGRAM = join(import.meta.dirname, '../testing/apply-process.ts')
const ROWS = 5_000
const KILLS = 10

test('each row is applied once, although the process is killed while orders are placed', {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const database = await createTestDatabase({ mayHaveSimulators: true })
  const shop = await openTestShop(database)
  const { db } = shop
  const [owen, jane] = [await signUpAdmin(shop), await signUp(shop)]
  const products = Array.from({ length: ROWS }, (_, index) => ({
    id: uuidv7(),
    sku: `K-${index}`,
    name: `Tool ${index}`,
    description: 'Blued steel blade, beech stock',
    unitPriceCents: 1250,
    quantity: 100,
    minQuantity: 1,
    image: '/media/x',
  }))
  for (let first = 0; first < ROWS; first += 1000) {
    const some = products.slice(first, first + 1000)
    await db.insertInto('product').values(some).execute()
    await db
      .insertInto('stockMovement')
      .values(some.map(({ id }) => ({ productId: id, delta: 100, kind: 'opening' })))
      .execute()
  }
  const file = ['SKU,Price,Stock', ...products.map(({ sku }) => `${sku},13.00,110`)].join('\n')
  const { _id: id } = await compare(shop, owen, file)
  // Only the other processes apply it.
  await db
    .updateTable('productImport')
    .set({ status: 'applying', startedAt: new Date() })
    .where('id', '=', id)
    .execute()

  let isPlacing = true
  let ordered = 0
  const placing = (async () => {
    for (; isPlacing; ordered += 1) {
      const product = products[(ordered * 7919) % ROWS]
      const order = { productId: product?.id, quantity: 1, name: 'Jane', address: '1 Anvil Street' }
      expect((await jane.call('POST', '/perchase', order)).status).toBe(200)
      await setTimeout(50)
    }
  })()
  let kills = 0
  for (;;) {
    // A killed process keeps its lease for some seconds.
    await db.deleteFrom('lease').where('worker', '=', 'import-applying').execute()
    const child = fork(PROGRAM, [database.url], { stdio: 'ignore' })
    const exit = once(child, 'exit')
    const done = await doneOf()
    const end = Math.floor(((kills + 1) * ROWS) / (KILLS + 1))
    while (kills < KILLS && child.exitCode === null && (await doneOf()) < end) await setTimeout(10)
    if (kills < KILLS && child.exitCode === null) child.kill('SIGKILL')
    await exit
    if (child.exitCode === 0) break
    expect(child.signalCode).toBe('SIGKILL')
    expect(await doneOf()).toBeGreaterThan(done)
    kills += 1
  }
  isPlacing = false
  await placing
  expect(kills).toBe(KILLS)
  expect(ordered).toBeGreaterThan(10)
  const { body } = await owen.call('GET', `/products/imports/${id}`)
  expect(body).toMatchObject({ status: 'applied', done: ROWS, stale: 0 })
  const { rows } = await sql<{ moved: number; times: number }>`
    select count(*)::integer as moved, max(times)::integer as times from (
      select count(*) as times from stock_movement where import_id = ${id} group by product_id
    ) by_product`.execute(db)
  expect(rows).toEqual([{ moved: ROWS, times: 1 }])
  const { total } = await db
    .selectFrom('product')
    .select(({ fn }) => fn.sum<string>('quantity').as('total'))
    .where('unitPriceCents', '=', 1300)
    .executeTakeFirstOrThrow()
  expect(Number(total)).toBe(ROWS * 110 - ordered)

  async function doneOf(): Promise<number> {
    const { done } = await db
      .selectFrom('productImport')
      .select('done')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return done
  }
})
