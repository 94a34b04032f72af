import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { buy, payFor, refund } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop, type TestShop } from './testing/test-shop.ts'
import { type Person, signUp, signUpAdmin } from './testing/users.ts'

async function openShopWithPaidOrder() {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 1000 })
  const [jane, owen] = [await signUp(shop), await signUpAdmin(shop)]
  const { _id } = await buy(jane, product)
  const paid = await payFor(shop, jane, [_id])
  await jane.call('PUT', '/order-list', {
    lines: [{ productId: product.id, quantity: 10 }],
    version: 0,
  })
  return { shop, product, jane, owen, paid }
}
type Opened = Awaited<ReturnType<typeof openShopWithPaidOrder>>

const placeList = ({ jane, product }: Opened) =>
  jane.call('POST', '/orders', {
    lines: [{ productId: product.id, quantity: 10 }],
    name: 'Jane',
    address: '1 Anvil Street',
    listVersion: 1,
  })
const refundTwo = ({ owen, paid }: Opened) => refund(owen, paid, { amount: 2, reason: 'Bent' })

/** Waits until this many statements of the shop wait for a lock. */
function untilBlocked({ db }: TestShop): Promise<unknown> {
  const blocked = sql`select from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  return vi.waitFor(async () => expect((await blocked.execute(db)).rows).toHaveLength(1), 10_000)
}

test.each<[string, (opened: Opened) => Promise<unknown>, keyof Pick<Opened, 'jane' | 'owen'>]>([
  ['an order list that is placed', placeList, 'jane'],
  ['a refund', refundTwo, 'jane'],
  ['a refund', refundTwo, 'owen'],
])('%s waits for a deletion without a deadlock', async (_, act, whose) => {
  const opened = await openShopWithPaidOrder()
  const { shop, jane } = opened
  const acting = await shop.db.transaction().execute(async (db) => {
    // As a deletion does: accounts, then what belongs to the buyer.
    const { id } = await lock(db, opened[whose])
    const buyer = whose === 'jane' ? id : (await lock(db, jane)).id
    const answer = act(opened)
    await untilBlocked(shop)
    for (const table of ['order_list', 'order_line', 'payment']) {
      await sql`select from ${sql.table(table)} where account_id = ${buyer} for update`.execute(db)
    }
    return { answer }
  })
  expect(await acting.answer).toMatchObject({ status: 200 })
})

function lock(db: TestShop['db'], { email }: Person) {
  const account = db.selectFrom('account').select('id').where('email', '=', email)
  return account.forUpdate().executeTakeFirstOrThrow()
}

test('a refund, the deletion of its buyer and a placed list at the same time end in no error', async () => {
  const opened = await openShopWithPaidOrder()
  const { jane, owen, shop } = opened
  const other = await signUpAdmin(shop)
  const answers = await Promise.all([
    refundTwo(opened),
    placeList(opened),
    other.call('DELETE', `/users/${jane.email}`),
    owen.call('DELETE', `/users/${jane.email}`),
  ])
  for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status)
})
