import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { createUpgradedDatabase } from '#platform/testing/upgraded-database.ts'

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, jane] = [id(1), id(2)]
const order = (last: number, payment: string | null, paidAt: string | null) => `
  insert into purchase (id, account_id, product_id, name, email, address, product_name, sku,
    unit_price_cents, quantity, image, transaction_id, paid_at)
  values ('${id(last)}', '${jane}', '${product}', 'Jane', 'jane@example.com', '1 Anvil Street',
    'Try Square', 'FW-1', 1250, 10, '/media/x', ${payment && `'${payment}'`}, ${paidAt && `'${paidAt}'`});
  insert into stock_movement (product_id, account_id, delta, reason, purchase_id)
  values ('${product}', '${jane}', -10, 'order', '${id(last)}');
  ${
    payment === null
      ? ''
      : `insert into captured_payment (payment_intent_id, purchase_id, amount_cents, currency)
         values ('${payment}', '${id(last)}', 12500, 'usd');`
  }`

// Paid in another sequence than ordered, over a turn of the year in UTC.
const before = `
  insert into account (id, email, name) values ('${jane}', 'jane@example.com', 'Jane');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    values ('${product}', 'Try Square', 'Blued steel', 1250, 60, 1, '/media/x');
  insert into stock_movement (product_id, delta, reason) values ('${product}', 100, 'opening');
  ${order(11, 'pi_c', '2026-01-01T00:00:00Z')} ${order(12, 'pi_a', '2025-11-01T00:00:00Z')}
  ${order(13, 'pi_b', '2025-12-31T23:59:59Z')} ${order(14, null, null)}`

test('paid orders of before get their invoices in order of payment', async () => {
  const { db } = await createUpgradedDatabase('20261122-0720-issue-documents.sql', before)
  const invoices = await db
    .selectFrom('invoice')
    .select(['number', 'transactionId', 'issuedAt'])
    .orderBy('issuedAt')
    .execute()
  expect(invoices).toEqual([
    {
      number: 'INV-2025-00001',
      transactionId: 'pi_a',
      issuedAt: new Date('2025-11-01T00:00:00Z'),
    },
    {
      number: 'INV-2025-00002',
      transactionId: 'pi_b',
      issuedAt: new Date('2025-12-31T23:59:59Z'),
    },
    {
      number: 'INV-2026-00001',
      transactionId: 'pi_c',
      issuedAt: new Date('2026-01-01T00:00:00Z'),
    },
  ])
  expect(await findViolations(db)).toEqual([])
})
