import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { findViolations } from './invariants.server.ts'

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, order, refunded, buyer] = [id(1), id(2), id(3), id(4)]

/** A paid order with its invoice, and a cancelled one whose payment was refunded. */
const sound = `
insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
  values ('${product}', 'Try Square', 'Blued steel', 1250, 90, 1, '/media/x');
insert into orders (id, number, account_id, name, email, address, searched)
  select id::uuid, id, '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Try Square'
  from unnest(array['${order}', '${refunded}']) as id;
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image, transaction_id, paid_at, cancelled_at, cancelled_by, stock_restored)
  select order_id::uuid, order_id::uuid, '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 10, '/media/x', payment, case when payment is not null then now() end,
    case when payment is null then now() end, case when payment is null then '${buyer}'::uuid end,
    case when payment is null then true end
  from (values ('${order}', 'pi_1'), ('${refunded}', null)) as made (order_id, payment);
insert into stock_movement (product_id, delta, kind, order_line_id) values
  ('${product}', 100, 'opening', null), ('${product}', -10, 'order', '${order}'),
  ('${product}', -10, 'order', '${refunded}'), ('${product}', 10, 'cancel', '${refunded}');
insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency, refund_due_at,
    refunded_at, refund_id)
  values ('pi_1', '${order}', 12500, 'usd', null, null, null),
    ('pi_2', '${refunded}', 12500, 'usd', now(), now(), 're_1')`

const invoiced = 'a paid order is a line of exactly one invoice'
const credited = 'a refund has its credit note'
const last = 'the last document has the last number'

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  [
    'no documents at all',
    'truncate invoice, invoice_order, credit_note, document_counter',
    [invoiced, credited],
  ],
  [
    'an invoice of an order that is not paid',
    `update order_line set transaction_id = null, paid_at = null;
     delete from captured_payment where payment_intent_id = 'pi_1'`,
    [invoiced],
  ],
  [
    'an invoice of another quantity',
    `alter table invoice disable trigger user;
     update invoice set content = jsonb_set(content, '{lines,0,quantity}', '11')`,
    [invoiced],
  ],
  [
    'a gap between invoices',
    `alter table invoice disable trigger user; alter table invoice_order disable trigger user;
     alter table invoice_order drop constraint invoice_order_invoice_number_fkey;
     update invoice set "position" = 3, number = document_number('INV', year, 3);
     update invoice_order set invoice_number = (select number from invoice);
     update document_counter set last_position = 3 where series = 'INV'`,
    ['invoices are numbered without gaps'],
  ],
  [
    'a gap between credit notes',
    `alter table credit_note disable trigger user;
     update credit_note set "position" = 2, number = document_number('CN', year, 2);
     update document_counter set last_position = 2 where series = 'CN'`,
    ['credit notes are numbered without gaps'],
  ],
  ['numbers that no document has', 'update document_counter set last_position = 2', [last, last]],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const { db: database } = await createTestDatabase()
  await rolledBack(database, async (db) => {
    for (const statement of `${sound};${breakIt}`.split(';')) {
      if (statement.trim()) await sql.raw(statement).execute(db)
    }
    const found = await findViolations(db)
    expect(found.map(({ invariant }) => invariant).sort()).toEqual([...violated].sort())
  })
})
