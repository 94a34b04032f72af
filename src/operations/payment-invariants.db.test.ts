import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { checkChanges } from './invariant-changes.server.ts'
import { findViolations } from './invariants.server.ts'

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, line, buyer, payment, other, refund] = [1, 2, 4, 5, 6, 7].map(id)

/** An unpaid line of 10 pieces in an open payment, at 20 %; the tables' own checks are off. */
const sound = `
insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
  values ('${product}', 'Try Square', 'Blued steel', 1250, 90, 1, '/media/x');
insert into stock_movement (product_id, delta, kind, order_line_id) values
  ('${product}', 100, 'opening', null), ('${product}', -10, 'order', '${line}');
insert into orders (id, number, account_id, name, email, address, searched, tax_percent)
  values ('${line}', 'FW-1', '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Try Square', 20);
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image)
  values ('${line}', '${line}', '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 10, '/media/x');
alter table payment_line disable trigger payment_line_sum;
alter table refund disable trigger refund_within_captured;
drop index payment_line_live;
insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents)
  values ('${payment}', '${buyer}', 'stripe', 'pi_1', 12500, 2500);
insert into payment_line (payment_id, order_line_id, net_cents)
  values ('${payment}', '${line}', 12500);`

const invoice = `{"lines": [{"net": 12500}],
  "amounts": {"net": 12500, "tax": 2500, "total": 15000}}`

/** The payment pays the line, with its invoice. */
const captured = `
update payment set captured_at = now();
update order_line set payment_id = '${payment}';
insert into document_counter values ('INV', 2026, 1);
insert into invoice (number, year, position, issued_at, account_id, payment_id, content)
  values ('INV-2026-00001', 2026, 1, now(), '${buyer}', '${payment}', '${invoice}');
insert into invoice_line select 'INV-2026-00001', id, 10, 12500, now(), product_id
  from order_line where id = '${line}';`

/** A refund of 2 pieces that was wanted an hour ago. */
const wanted = (set: string) => `${captured}
insert into refund (id, payment_id, net_cents, tax_cents, reason, created_at, check_at)
  values ('${refund}', '${payment}', 2500, 500, 'Bent', now() - interval '1 hour', now());
insert into refund_line (refund_id, order_line_id, quantity, net_cents, unshipped)
  values ('${refund}', '${line}', 2, 2500, 2);
update refund set ${set}`
const sent = `status = 'sent', provider_id = 're_1'`
const soon = `now() + interval '1 hour'`
const earlier = `now() - interval '3 minutes'`

/** Money that was captured and pays nothing. */
const stray = `
insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
  values ('${other}', '${buyer}', 'stripe', 'pi_2', 700, 0, now())`

const isMade = 'a refund that is wanted is made'
const due = [isMade, 'a cancelled payment comes to its end', 'a cancel comes to its end']
const openOnly = 'an open payment costs what its lines cost, and none of them is paid or cancelled'
const netSum = 'the lines of a payment are its net amount'
const paysLines = 'a captured payment has paid its lines'
const ofCaptured = 'a paid line is a part of its captured payment'
const invoiced = [
  'a payment that paid has an invoice of its amounts',
  'an invoice has the lines of its payment, as ordered',
]

test.each<[string, string, string[]]>([
  ['an unpaid line in an open payment', '', []],
  ['a paid line', captured, []],
  ['a part that is not the line’s total', 'update payment_line set net_cents = 12400', [openOnly, netSum]],
  [
    'tax of another rate',
    'update payment set tax_cents = 2499',
    ['the tax of a payment is computed once, on its net amount'],
  ],
  [
    'a line in two live payments',
    `insert into payment (id, account_id, provider, net_cents, tax_cents)
       values ('${other}', '${buyer}', 'stripe', 12500, 2500);
     insert into payment_line (payment_id, order_line_id, net_cents) values ('${other}', '${line}', 12500)`,
    ['a line has at most one live payment'],
  ],
  [
    'a captured payment that paid nothing',
    'update payment set captured_at = now()',
    [...invoiced, paysLines],
  ],
  [
    'a line paid by a payment without money',
    `${captured} update payment set captured_at = null`,
    [...invoiced, ofCaptured, openOnly],
  ],
  [
    'a line paid by a payment that does not have it',
    `${captured} update payment_line set is_live = false`,
    [ofCaptured],
  ],
  [
    'a payment that has been cancelling for long',
    `update payment set cancelling_at = now() - interval '3 minutes'`,
    ['a cancelled payment comes to its end'],
  ],
  [
    'a cancelled payment that keeps its lines',
    'update payment set cancelled_at = now()',
    ['a cancelled payment has no live line'],
  ],
  ['unexpected money that is not refunded', stray, ['unexpected money is refunded']],
  [
    'unexpected money that is refunded',
    `${stray}; insert into refund (id, payment_id, net_cents, tax_cents, reason, check_at)
       values ('${refund}', '${other}', 700, 0, 'Paid twice', now())`,
    [],
  ],
  ['a refund that was not sent', wanted(`check_at = ${earlier}`), [isMade]],
  ['a refund that was repeated a moment ago', wanted('failures = 1'), []],
  ['a refund that is pending', wanted(`${sent}, check_at = ${soon}`), []],
  [
    'a pending refund that the provider was not asked about',
    wanted(`${sent}, check_at = now() - interval '1 hour'`),
    [isMade],
  ],
  ['a pending refund without a time of its next check', wanted(`${sent}, check_at = null`), [isMade]],
  [
    'a refund that has been pending for a month',
    wanted(`${sent}, check_at = ${soon}, created_at = now() - interval '31 days'`),
    [isMade],
  ],
  ['a repeated refund that was not sent', wanted(`failures = 1, check_at = ${earlier}`), [isMade]],
  ['a refund that is not due', wanted(`check_at = ${soon}`), [isMade]],
  ['a refund that failed', wanted(`status = 'failed', failures = 1, check_at = null`), [isMade]],
  [
    'a refund that was dropped, because the money went back elsewhere',
    wanted(`status = 'failed', check_at = null`),
    [],
  ],
  [
    'more refunds than money',
    wanted(`${sent}, check_at = ${soon}, net_cents = 12501, tax_cents = 2500`).replace(
      "'Bent', now() - interval '1 hour', now()",
      "'Bent', now(), now()",
    ),
    ['refunds do not exceed the captured amount', 'the lines of a refund are its net amount'],
  ],
  [
    'a credit note of money that the bank returned, and another of the same money',
    `${wanted(`status = 'failed', check_at = null, succeeded_at = now(), failures = 1`)};
     insert into credit_note (number, year, position, issued_at, account_id, refund_id, content)
       select 'CN-2026-00001', 2026, 1, now(), '${buyer}', '${refund}',
         '{"amounts": {"net": 2500, "tax": 500, "total": 3000}}';
     insert into document_counter values ('CN', 2026, 1);
     insert into refund (id, payment_id, net_cents, tax_cents, reason, check_at)
       values ('${other}', '${payment}', 12500, 2500, 'Bent', now())`,
    ['refunds do not exceed the captured amount'],
  ],
  [
    'more pieces returned to stock than were refunded',
    `${wanted(`${sent}, check_at = ${soon}`)};
     insert into stock_movement (product_id, delta, kind, order_line_id, refund_id)
       values ('${product}', 3, 'return', '${line}', '${refund}');
     update product set quantity = 93`,
    ['only the unshipped pieces of a refund return to stock, and once'],
  ],
  [
    'pieces of a failed refund that returned to stock, taken back twice',
    `${wanted(`status = 'failed', check_at = null`)};
     insert into stock_movement (product_id, delta, kind, order_line_id, refund_id)
       values ('${product}', 2, 'return', '${line}', '${refund}');
     update product set quantity = 92;
     insert into refund (id, payment_id, net_cents, tax_cents, reason, check_at)
       values ('${other}', '${payment}', 11250, 2250, 'Bent', now());
     insert into refund_line (refund_id, order_line_id, quantity, net_cents)
       values ('${other}', '${line}', 9, 11250)`,
    ['no piece is taken back twice', 'pieces refunded as shipped were shipped'],
  ],
  [
    'an excess refund that was not settled',
    wanted(`status = 'failed', check_at = null, is_excess = true`),
    [isMade],
  ],
  [
    'pieces that were taken back twice',
    `${wanted(`${sent}, check_at = ${soon}`)}; update refund_line set quantity = 11`,
    ['no piece is taken back twice', 'pieces refunded as shipped were shipped'],
  ],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const { db: database } = await createTestDatabase()
  await rolledBack(database, async (db) => {
    for (const statement of `${sound}${breakIt}`.split(';')) {
      if (statement.trim()) await sql.raw(statement).execute(db)
    }
    const found = await findViolations(db)
    expect(found.map(({ invariant }) => invariant).sort()).toEqual([...violated].sort())
    const restored = await findViolations(db, undefined, { isRestored: true })
    expect(restored).toEqual(found.filter(({ invariant }) => !due.includes(invariant)))
    // The check of recent changes finds the same, because every row is recent.
    const nothingYet = { movementId: '0', changedBefore: new Date(0) }
    const { violations } = await checkChanges(db, nothingYet, found)
    expect(violations).toEqual(expect.arrayContaining(found))
    expect(violations).toHaveLength(found.length)
  })
})
