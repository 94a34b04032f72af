import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'
import { rolledBack } from '#platform/testing/rolled-back.ts'
import { issueCreditNote } from '#shop/documents/issue-credit-note.server.ts'
import { issueInvoice } from '#shop/documents/issue-invoice.server.ts'
import { findViolations } from './invariants.server.ts'

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, order, buyer, payment, refund, unpaid] = [id(1), id(2), id(4), id(5), id(6), id(7)]

/** A paid order, two of whose ten pieces were refunded, and an unpaid one. */
const sound = `
insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
  values ('${product}', 'Try Square', 'Blued steel', 1250, 80, 1, '/media/x');
insert into orders (id, number, account_id, name, email, address, searched, tax_percent)
  select id::uuid, id, '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'Try Square', 8.25
  from unnest(array['${order}', '${unpaid}']) as id;
insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at)
  values ('${payment}', '${buyer}', 'stripe', 'pi_1', 12500, 1031, now());
insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
    unit_price_cents, quantity, image, payment_id)
  select id::uuid, id::uuid, '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 10, '/media/x',
    case id when '${order}' then '${payment}'::uuid end
  from unnest(array['${order}', '${unpaid}']) as id;
insert into payment_line (payment_id, order_line_id, net_cents) values ('${payment}', '${order}', 12500);
insert into stock_movement (product_id, delta, kind, order_line_id) values
  ('${product}', 100, 'opening', null), ('${product}', -10, 'order', '${order}'),
  ('${product}', -10, 'order', '${unpaid}');
insert into refund (id, payment_id, net_cents, tax_cents, reason, status, provider_id, succeeded_at)
  values ('${refund}', '${payment}', 2500, 206, 'Damaged', 'succeeded', 're_1', now());
insert into refund_line (refund_id, order_line_id, quantity, net_cents, unshipped)
  values ('${refund}', '${order}', 2, 2500, 2)`

/** Issued documents refuse changes, but a fault of the server bypasses the trigger. */
const unlocked = `alter table invoice disable trigger user; alter table invoice_line disable trigger user;
  alter table credit_note disable trigger user;`

const billed = 'a paid line is on the invoice of its payment'
const asOrdered = 'an invoice has the lines of its payment, as ordered'
const amounts = 'a payment that paid has an invoice of its amounts'
const credited = 'a refund of an invoiced payment has its credit note'
const last = 'the last document has the last number'

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  [
    'no documents at all',
    'truncate invoice, invoice_line, credit_note, document_counter',
    [amounts, asOrdered, billed],
  ],
  ['no credit note', "truncate credit_note; delete from document_counter where series = 'CN'", [credited]],
  ['an invoice without its lines', 'truncate invoice_line', [asOrdered, billed]],
  ['an invoice of another quantity', `${unlocked} update invoice_line set quantity = 11`, [asOrdered]],
  [
    'an invoiced line of another product',
    `${unlocked} update invoice_line set product_id = gen_random_uuid()`,
    [asOrdered],
  ],
  [
    'an invoiced line of another day',
    `${unlocked} update invoice_line set issued_at = issued_at - interval '1 day'`,
    [asOrdered],
  ],
  [
    'an invoice of other amounts',
    `${unlocked} update invoice set content = jsonb_set(content, '{amounts,tax}', '1032')`,
    [amounts],
  ],
  [
    'an invoice whose printed lines are not its sum',
    `${unlocked} update invoice set content = jsonb_set(content, '{lines,0,net}', '1')`,
    [amounts],
  ],
  [
    'an invoice with a line that was not paid',
    `insert into invoice_line select number, order_line.id, 10, 12500, issued_at, product_id
     from invoice, order_line where order_line.id = '${unpaid}'`,
    [asOrdered],
  ],
  [
    'a credit note of another amount',
    `${unlocked} update credit_note set content = jsonb_set(content, '{amounts,net}', '1')`,
    [credited],
  ],
  [
    'a gap between invoices',
    `${unlocked} alter table invoice_line drop constraint invoice_line_invoice_number_fkey;
     update invoice set "position" = 3, number = 'INV-' || year || '-00003';
     update invoice_line set invoice_number = (select number from invoice);
     update document_counter set last_position = 3 where series = 'INV'`,
    ['invoices are numbered without gaps'],
  ],
  [
    'a gap between credit notes',
    `${unlocked} update credit_note set "position" = 2, number = 'CN-' || year || '-00002';
     update document_counter set last_position = 2 where series = 'CN'`,
    ['credit notes are numbered without gaps'],
  ],
  ['numbers that no document has', 'update document_counter set last_position = 2', [last, last]],
])('%s: reports exactly the expected violations', async (_, breakIt, violated) => {
  const { db: database } = await createTestDatabase()
  await rolledBack(database, async (db) => {
    const run = async (statements: string) => {
      for (const statement of statements.split(';')) {
        if (statement.trim()) await sql.raw(statement).execute(db)
      }
    }
    await run(sound)
    await issueInvoice(db, payment)
    await issueCreditNote(db, refund)
    await sql`set constraints all immediate`.execute(db)
    await run(breakIt)
    const found = await findViolations(db)
    expect(found.map(({ invariant }) => invariant).sort()).toEqual([...violated].sort())
  })
})
