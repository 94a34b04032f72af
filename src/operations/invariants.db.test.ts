import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { checkChanges } from './invariant-changes.server.ts'
import { findViolations, type Violation } from './invariants.server.ts'

const product = '01939e0c-0000-7000-8000-000000000001'
const order = '01939e0c-0000-7000-8000-000000000002'
const other = '01939e0c-0000-7000-8000-000000000003'
const buyer = '01939e0c-0000-7000-8000-000000000004'

/** A consistent shop: one product, one unpaid order of 10 pieces and one cancelled order. */
const sound = `
insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
  values ('${product}', 'Try Square', 'Blued steel', 1250, 90, 1, '/media/x');
insert into orders (id, number, account_id, name, email, address, searched)
  select id::uuid, id, '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Try Square'
  from unnest(array['${order}', '${other}']) as id;
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image)
  values ('${order}', '${order}', '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 10, '/media/x');
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image, cancelled_at, cancelled_by, stock_restored)
  values ('${other}', '${other}', '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 5,
    '/media/x', now(), '${buyer}', true);
insert into stock_movement (product_id, delta, kind, order_line_id) values
  ('${product}', 100, 'opening', null), ('${product}', -10, 'order', '${order}'),
  ('${product}', -5, 'order', '${other}'), ('${product}', 5, 'cancel', '${other}');
insert into idempotency_key (account_id, key, request_hash, answer)
  values ('${buyer}', 'key-1', 'x', '{"_id": "${order}", "orderId": "${order}"}')`

const ofOrder = `where id = '${order}'`
const cancelled = `update order_line
  set cancelled_at = now(), cancelled_by = '${buyer}', stock_restored = false ${ofOrder};`

const stock = 'stock is the sum of its movements'
const copied = 'searches and sorted lists have the products on sale'
const taken = 'an order has taken its stock'
const acknowledged = 'an acknowledged order is there'
const acknowledgedLine = 'each line of an acknowledged order is there'
const back = 'only a cancelled order gives back its stock, and all of it'

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['stock from nowhere', 'update product set quantity = quantity + 1', [stock]],
  [
    'a tool without movements',
    `insert into product select '${buyer}', name, description,
     unit_price_cents, 1, min_quantity, image from product`,
    [stock],
  ],
  [
    'stock below zero',
    `alter table product drop constraint product_quantity_check;
     update product set quantity = -1;
     update stock_movement set delta = 9 where delta = 100`,
    ['stock is never negative'],
  ],
  ['a product that no search finds', 'delete from product_search', [copied]],
  ['stock that the search does not know', 'update product_search set orderable = false', [copied]],
  ['an order that is lost', `delete from order_line ${ofOrder}`, [taken, acknowledgedLine]],
  [
    'an order that is lost with all its traces',
    `delete from order_line ${ofOrder};
     delete from stock_movement where order_line_id = '${order}';
     delete from orders ${ofOrder}; update product set quantity = 100`,
    [acknowledged, acknowledgedLine],
  ],
  [
    'a line of an order that is lost',
    `insert into idempotency_key (account_id, key, request_hash, answer)
     values ('${buyer}', 'key-2', 'x', '{"_id": "${other}",
       "lines": [{"_id": "${other}"}, {"_id": "${buyer}"}]}')`,
    [acknowledgedLine],
  ],
  ['a cancelled order that is lost', `delete from order_line where id = '${other}'`, [taken, back]],
  ['more ordered than taken', `update order_line set quantity = 11 ${ofOrder}`, [taken]],
  [
    'stock back of an order that is not cancelled',
    `insert into stock_movement (product_id, delta, kind, order_line_id)
     values ('${product}', 10, 'cancel', '${order}');
     update product set quantity = 100`,
    [back],
  ],
  [
    'an order that took nothing',
    `delete from stock_movement where order_line_id = '${order}';
     update product set quantity = 100`,
    [taken],
  ],
  [
    'a cancel that restored nothing',
    `delete from stock_movement where kind = 'cancel';
     update product set quantity = 85`,
    [back],
  ],
  [
    'a cancel that restored too much',
    `update stock_movement set delta = 6 where kind = 'cancel';
     update product set quantity = 91`,
    [back],
  ],
  ['a cancelled order of a deleted product that gave nothing back', cancelled, [back]],
  [
    'one order under two keys',
    `insert into idempotency_key (account_id, key, request_hash, answer)
     values ('${buyer}', 'key-2', 'x', '{"_id": "${order}", "orderId": "${order}"}')`,
    ['an Idempotency-Key has an order of its own'],
  ],
  [
    'a refusal under two keys',
    `insert into idempotency_key (account_id, key, request_hash, answer)
     values ('${buyer}', 'key-2', 'x', '{"refused": "x"}'), ('${buyer}', 'key-3', 'x', '{"refused": "x"}')`,
    [],
  ],
  ['a cancel under way', `update order_line set cancelling_at = now() ${ofOrder}`, []],
  [
    'a cancel that is stuck',
    `update order_line set cancelling_at = now() - interval '3 minutes' ${ofOrder}`,
    ['a cancel comes to its end'],
  ],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const { db: database } = await createTestDatabase()
  await rolledBack(database, async (db) => {
    await run(db, `${sound};${breakIt}`)
    const found = await findViolations(db)
    expect(found.map(({ invariant }) => invariant).sort()).toEqual([...violated].sort())
    for (const { subject, detail } of found) {
      expect(subject).toMatch(/^(product|order|payment) \S+$/)
      expect(detail).not.toBe('')
    }
    // The check of recent changes finds the same, because every row is recent.
    const nothingYet = { movementId: '0', changedBefore: new Date(0) }
    const { violations } = await checkChanges(db, nothingYet, found)
    expect(sorted(violations)).toEqual(sorted(found))
  })
})

async function run(db: Db, statements: string): Promise<void> {
  for (const statement of statements.split(';')) {
    if (statement.trim()) await sql.raw(statement).execute(db)
  }
}

const sorted = (violations: Violation[]) => violations.map((one) => JSON.stringify(one)).sort()

/** Moves every row an hour into the past. */
const moveIntoPast = `
update stock_movement set created_at = created_at - interval '1 hour';
update idempotency_key set created_at = created_at - interval '1 hour'`

test('the check of recent changes covers changed rows and known violations only', async () => {
  const { db } = await createTestDatabase()
  await run(db, `${sound};${moveIntoPast}`)
  const first = await checkChanges(db, { movementId: '0', changedBefore: new Date(0) }, [])
  expect(first).toMatchObject({ violations: [], until: { movementId: '4' } })

  await run(db, 'update product set quantity = quantity + 1')
  const next = await checkChanges(db, first.until, [])
  expect(next.violations).toEqual([])
  const found = await findViolations(db)
  expect(found.map(({ invariant }) => invariant).sort()).toEqual([stock])
  expect(sorted((await checkChanges(db, next.until, found)).violations)).toEqual(sorted(found))

  await run(db, `insert into stock_movement (product_id, delta, kind) values ('${product}', 5, 'correction')`)
  const moved = await checkChanges(db, next.until, [])
  expect(moved.violations).toMatchObject([{ invariant: stock, detail: 'quantity 91, movements 95' }])
  await run(db, 'update product set quantity = quantity + 4')
  expect((await checkChanges(db, moved.until, moved.violations)).violations).toEqual([])
})

test('a large shop is checked in batches, and the check can be aborted', {
  tags: 'long',
}, async () => {
  const { db } = await createTestDatabase()
  await run(
    db,
    `${sound};
    insert into product select gen_random_uuid(), name, description, unit_price_cents, quantity, 1,
      image from product, generate_series(1, 4500);
    insert into stock_movement (product_id, delta, kind) select id, 90, 'opening'
      from product where id <> '${product}';
    insert into stock_movement (product_id, delta, kind, order_line_id)
      select '${product}', -1, 'order', gen_random_uuid() from generate_series(1, 4500);
    update product set quantity = 1 where id = (select max(id::text)::uuid from product)`,
  )
  let batches = 0
  const found = await findViolations(db, async () => ++batches > 0)
  // At least two batches each for products and orders, and one for the keys.
  expect(batches).toBeGreaterThan(4)
  expect(found.filter(({ invariant }) => invariant === stock)).toHaveLength(2)
  expect(found.filter(({ invariant }) => invariant === taken)).toHaveLength(4500)
  batches = 0
  await findViolations(db, async () => ++batches < 2)
  expect(batches).toBe(2)
})
