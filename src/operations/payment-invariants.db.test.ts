import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { checkChanges } from './invariant-changes.server.ts'
import { findViolations } from './invariants.server.ts'

const product = '01939e0c-0000-7000-8000-000000000001'
const order = '01939e0c-0000-7000-8000-000000000002'
const buyer = '01939e0c-0000-7000-8000-000000000004'
const group = '01939e0c-0000-7000-8000-000000000005'
const other = '01939e0c-0000-7000-8000-000000000006'

/** An unpaid order in an open payment; the tables' own checks are off. */
const sound = `
insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
  values ('${product}', 'Try Square', 'Blued steel', 1250, 90, 1, '/media/x');
insert into stock_movement (product_id, delta, kind, order_line_id) values
  ('${product}', 100, 'opening', null), ('${product}', -10, 'order', '${order}');
insert into orders (id, number, account_id, name, email, address, searched)
  select id::uuid, id, '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Try Square'
  from unnest(array['${order}']) as id;
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image)
  values ('${order}', '${order}', '${buyer}', 1, '${product}', 'Try Square', 'P-1',
    1250, 10, '/media/x');
alter table payment disable trigger payment_parts;
alter table payment_order disable trigger payment_order_parts;
alter table captured_payment disable trigger captured_payment_parts;
insert into payment (id, account_id, amount_cents) values ('${group}', '${buyer}', 12500);
insert into payment_order (payment_id, order_line_id, amount_cents)
  values ('${group}', '${order}', 12500);`

const captured = `
update payment set captured_at = now(), payment_intent_id = 'pi_1';
insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency)
  values ('pi_1', '${order}', 12500, 'usd');
update order_line set transaction_id = 'pi_1', paid_at = now();`

/** Money that has been due for refund for an hour. */
const due = (set: string) => `
insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency, refund_due_at)
  values ('pi_9', '${order}', 12500, 'usd', now() - interval '1 hour');
update captured_payment set ${set}`
const soon = `now() + interval '1 hour'`

const notRefunded = 'a payment that is due for refund is refunded'
const ownPart = 'a kept part of a payment is that of its order'
const parts = 'the parts of a payment are its amount'
const whole = 'a captured payment is in the ledger with all its parts'
const openOnly = 'an open payment costs what its orders cost, and none of them is paid or cancelled'

test.each<[string, string, string[]]>([
  ['an unpaid order in an open payment', '', []],
  [
    'a paid order in an open payment',
    `${captured} update payment set captured_at = null, payment_intent_id = null`,
    [openOnly],
  ],
  [
    'a part that is not the order’s total',
    'update payment_order set amount_cents = 12400',
    [openOnly, parts],
  ],
  [
    'an order in two open payments',
    `insert into payment (id, account_id, amount_cents) values ('${other}', '${buyer}', 12500);
     insert into payment_order (payment_id, order_line_id, amount_cents)
       values ('${other}', '${order}', 12500)`,
    ['an order is in one open payment'],
  ],
  ['an order paid in a payment', captured, []],
  [
    'a captured payment without money',
    `update payment set captured_at = now(), payment_intent_id = 'pi_2'`,
    [whole],
  ],
  [
    'a kept part that is not the order’s',
    `${captured} update captured_payment set amount_cents = 12499`,
    ['a paid order has its payment', ownPart, whole],
  ],
  [
    'a payment that has been cancelling for long',
    `update payment set cancelling_at = now() - interval '3 minutes'`,
    ['a cancelled payment comes to its end'],
  ],
  ['a refund that is pending', due(`refund_id = 're_1', refund_check_at = ${soon}`), []],
  [
    'a pending refund that the provider was not asked about',
    due(`refund_id = 're_1', refund_check_at = now() - interval '1 hour'`),
    [notRefunded],
  ],
  ['a pending refund that nobody will ask about', due(`refund_id = 're_1'`), [notRefunded]],
  [
    'a refund that has been pending for a month',
    due(
      `refund_id = 're_1', refund_check_at = ${soon}, refund_due_at = now() - interval '31 days'`,
    ),
    [notRefunded],
  ],
  [
    'a failed refund that will be made again',
    due(`refund_failures = 1, refund_check_at = ${soon}`),
    [notRefunded],
  ],
  ['a refund that failed for good', due('refund_failures = 3'), [notRefunded]],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const { db: database } = await createTestDatabase()
  await rolledBack(database, async (db) => {
    for (const statement of `${sound}${breakIt}`.split(';')) {
      if (statement.trim()) await sql.raw(statement).execute(db)
    }
    const found = await findViolations(db)
    expect(found.map(({ invariant }) => invariant).sort()).toEqual([...violated].sort())
    // The check of recent changes finds the same, because every row is recent.
    const nothingYet = { movementId: '0', changedBefore: new Date(0) }
    const { violations } = await checkChanges(db, nothingYet, found)
    expect(violations).toEqual(expect.arrayContaining(found))
    expect(violations).toHaveLength(found.length)
  })
})
