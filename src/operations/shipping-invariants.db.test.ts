import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { buy, pack, payFor } from '#server/testing/orders.ts'
import { addProduct } from '#server/testing/products.ts'
import { openTestShop } from '#server/testing/test-shop.ts'
import { signUp, signUpAdmin } from '#server/testing/users.ts'
import { checkChanges } from './invariant-changes.server.ts'
import { findViolations } from './invariants.server.ts'

const unchecked = `alter table shipment_line disable trigger user;
  alter table shipment disable trigger user; alter table refund_line disable trigger user;`
const once = 'pieces are packed or refunded once, and only paid ones'

const refundOf = (quantity: number, unshipped: number) => `
  insert into refund (id, payment_id, net_cents, tax_cents, reason, check_at)
    select gen_random_uuid(), payment_id, ${quantity} * 1250, 0, 'Bent', now() from order_line
    where payment_id is not null;
  insert into refund_line (refund_id, order_line_id, quantity, net_cents, unshipped)
    select refund.id, order_line.id, ${quantity}, ${quantity} * 1250, ${unshipped}
    from refund join order_line using (payment_id)`

// Ten paid pieces, six of them in a packed shipment.
test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['more packed than ordered', 'update shipment_line set quantity = 11', [once]],
  ['a packed piece that is refunded as not shipped', refundOf(5, 5), [once]],
  [
    'a refund of pieces as shipped, of which none was',
    refundOf(2, 0),
    ['pieces refunded as shipped were shipped'],
  ],
  [
    'a return of pieces that were not shipped',
    `alter table return_line disable trigger user;
     insert into return_request (id, order_id, position, number, reason)
       select gen_random_uuid(), order_id, 1, 'FW-1-R1', 'wrong' from order_line;
     insert into return_line (return_id, order_line_id, quantity)
       select return_request.id, order_line.id, 3 from return_request join order_line using (order_id)`,
    ['returned pieces were shipped'],
  ],
  [
    'pieces in stock from a return that has not arrived',
    `update shipment set shipped_at = now(), carrier = 'UPS';
     insert into return_request (id, order_id, position, number, reason)
       select gen_random_uuid(), order_id, 1, 'FW-1-R1', 'wrong' from order_line;
     insert into return_line (return_id, order_line_id, quantity)
       select return_request.id, order_line.id, 3 from return_request join order_line using (order_id);
     insert into stock_movement (product_id, delta, kind, order_line_id, return_id)
       select product_id, 3, 'return', order_line_id, return_id
       from return_line join order_line on order_line.id = order_line_id;
     update product set quantity = quantity + 3`,
    ['what a return says to be back in stock is there, once'],
  ],
  [
    'a received return whose pieces are not in stock',
    `update shipment set shipped_at = now(), carrier = 'UPS';
     insert into return_request (id, order_id, position, number, reason, approved_at, received_at)
       select gen_random_uuid(), order_id, 1, 'FW-1-R1', 'wrong', now(), now() from order_line;
     insert into return_line (return_id, order_line_id, quantity, received, restocked)
       select return_request.id, order_line.id, 3, 3, 3 from return_request join order_line using (order_id)`,
    ['what a return says to be back in stock is there, once'],
  ],
  [
    'a refund of a return that takes pieces that were not shipped',
    `insert into return_request (id, order_id, position, number, reason)
       select gen_random_uuid(), order_id, 1, 'FW-1-R1', 'wrong' from order_line;
     ${refundOf(2, 2)}; update refund set return_id = (select id from return_request)`,
    ['pieces refunded for a return came with it'],
  ],
  ['a line that the queue would not show', 'update order_line set is_shipped = true', [once]],
  [
    'a parcel of another order',
    `insert into orders (id, number, account_id, name, email, address, searched)
       select gen_random_uuid(), 'FW-9', account_id, name, email, address, searched from orders;
     update shipment set order_id = (select id from orders where number = 'FW-9')`,
    ['a shipment has lines of its order only'],
  ],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  await payFor(shop, jane, [line._id])
  await pack(await signUpAdmin(shop), line, [{ _id: line._id, quantity: 6 }])
  await rolledBack(shop.db, async (db) => {
    for (const statement of `${unchecked}${breakIt}`.split(';')) {
      if (statement.trim()) await sql.raw(statement).execute(db)
    }
    const names = (found: { invariant: string }[]) => found.map(({ invariant }) => invariant).sort()
    expect(names(await findViolations(db))).toEqual(violated)
    // The check of recent changes finds the same.
    const nothingYet = { movementId: '0', changedBefore: new Date(0) }
    expect(names((await checkChanges(db, nothingYet, [])).violations)).toEqual(violated)
  })
})

test('the database refuses to pack unpaid pieces, and to refund or pack pieces twice', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await signUp(shop)
  const line = await buy(jane, product)
  const unpaid = await buy(jane, product)
  await payFor(shop, jane, [line._id])
  const packed = await pack(await signUpAdmin(shop), line, [{ _id: line._id, quantity: 6 }])
  const insertInto = (order: { _id: string; orderId: string }, quantity: number) =>
    rolledBack(shop.db, async (db) => {
      await sql`insert into shipment (id, order_id, packer_id, packed_at, number, position)
        values (${order._id}, ${order.orderId}, ${order._id}, now(), 'FW-1-S9', 9)`.execute(db)
      await sql`insert into shipment_line values (${order._id}, ${order._id}, ${quantity})`.execute(db)
    })
  await expect(insertInto(line, 4)).resolves.toBeUndefined()
  await expect(insertInto(line, 5)).rejects.toThrow('more pieces of line')
  await expect(insertInto(unpaid, 1)).rejects.toThrow('more pieces of line')
  const refund = rolledBack(shop.db, async (db) => {
    for (const statement of refundOf(5, 5).split(';')) await sql.raw(statement).execute(db)
  })
  await expect(refund).rejects.toThrow('more pieces of line')
  const change = shop.db.updateTable('shipmentLine').set({ quantity: 1 })
  await expect(change.where('shipmentId', '=', packed.body._id).execute()).rejects.toThrow()
})

test('the check of recent changes sees a refund that succeeds long after it was made', async () => {
  const shop = await openTestShop()
  const jane = await signUp(shop)
  const line = await buy(jane, await addProduct(shop.db))
  await payFor(shop, jane, [line._id])
  await rolledBack(shop.db, async (db) => {
    await sql`update payment set captured_at = now() - interval '2 days'`.execute(db)
    await sql`insert into refund (id, payment_id, net_cents, tax_cents, reason, status, provider_id,
        created_at, succeeded_at)
      select gen_random_uuid(), payment_id, 100, 0, 'Bent', 'succeeded', 're_1',
        now() - interval '1 day', now() from order_line`.execute(db)
    const hourAgo = new Date(Date.now() - 3_600_000)
    const since = { movementId: '1000000', changedBefore: hourAgo }
    const { violations } = await checkChanges(db, since, [])
    expect(violations.map(({ invariant }) => invariant)).toContain(
      'a refund of an invoiced payment has its credit note',
    )
  })
})
