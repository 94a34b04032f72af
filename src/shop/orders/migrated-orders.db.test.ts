import { expect, test } from 'vitest'
import { findViolations } from '#operations/invariants.server.ts'
import { createUpgradedDatabase } from '#platform/testing/upgraded-database.ts'

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, jane, gone] = [id(1), id(2), id(3)]
const [paid, unpaid, kept, unkept, lost] = [id(11), id(12), id(13), id(14), id(15)]
const order = (orderId: string, more: string) => `
  insert into purchase (id, account_id, product_id, name, email, address, product_name,
    unit_price_cents, quantity, image, transaction_id, paid_at)
  values ('${orderId}', '${jane}', '${product}', 'Jane', 'jane@example.com', '1 Anvil Street',
    'Try Square', 1250, 10, '/media/x', ${more});`
const answer = JSON.stringify({
  _id: kept,
  name: 'Jane',
  email: 'jane@example.com',
  address: '2 Anvil Street',
  productId: product,
  productName: 'Square',
  perPrice: 12.05,
  quantity: 10,
  imgURL: '/media/y',
})

/**
 * A shop before the migration: a paid and an unpaid order, three cancelled ones, a stored response,
 * a queued mail.
 */
const before = `
  insert into account (id, email, name) values ('${jane}', 'jane@example.com', 'Jane'),
    ('${gone}', 'deleted@deleted.invalid', 'Deleted user');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    values ('${product}', 'Try Square', 'Blued steel', 1250, 70, 1, '/media/x');
  ${order(paid, `'pi_1', now()`)} ${order(unpaid, 'null, null')}
  insert into captured_payment (payment_intent_id, purchase_id, amount_cents, currency)
    values ('pi_1', '${paid}', 12500, 'usd');
  insert into stock_movement (product_id, delta, reason, purchase_id, account_id) values
    ('${product}', 100, 'opening', null, null),
    ('${product}', -10, 'order', '${paid}', '${jane}'), ('${product}', -10, 'order', '${unpaid}', '${jane}'),
    ('${product}', -10, 'order', '${kept}', '${jane}'), ('${product}', 10, 'cancel', '${kept}', '${jane}'),
    ('${product}', -7, 'order', '${unkept}', '${gone}'), ('${product}', 7, 'cancel', '${unkept}', '${gone}'),
    ('${product}', -10, 'order', '${lost}', '${jane}');
  update account set closed_at = now() where id = '${gone}';
  insert into release_ticket (purchase_id, product_id, account_id, quantity, restored, acknowledged_at)
    values ('${kept}', '${product}', '${jane}', 10, true, now()),
      ('${unkept}', '${product}', '${gone}', 7, true, null), ('${lost}', '${product}', '${jane}', 10, false, null);
  insert into idempotency_key (account_id, key, request_hash, answer)
    values ('${jane}', 'key-1', 'x', '${answer}'), ('${jane}', 'key-2', 'x', '{"_id": "${unpaid}"}');
  insert into outgoing_mail (id, template, content)
    values ('${id(90)}', 'order-placed', '{"_id": "${unpaid}", "name": "Jane"}');`

test('the migration numbers old orders and restores cancelled ones from the ledger', async () => {
  const { db } = await createUpgradedDatabase('20261121-1300-number-orders.sql', before)

  expect(await findViolations(db)).toEqual([])
  const orders = await db.selectFrom('purchase').selectAll().orderBy('id').execute()
  const numbers = orders.map(({ orderNumber }) => orderNumber)
  expect(numbers.slice(0, 2)).toEqual(['FW-10001', 'FW-10002'])
  expect(new Set(numbers).size).toBe(5)
  const cancelled = { status: 'cancelled', cancelledAt: expect.any(Date), productId: product }
  const acknowledgedAt = expect.any(Date)
  expect(orders).toMatchObject([
    { id: paid, status: 'paid', cancelledAt: null },
    { id: unpaid, status: 'unpaid', cancelledAt: null, stockRestored: null },
    {
      ...cancelled,
      id: kept,
      accountId: jane,
      cancelledBy: jane,
      acknowledgedAt,
      stockRestored: true,
      unitPriceCents: 1205,
      productName: 'Square',
      quantity: 10,
      address: '2 Anvil Street',
    },
    {
      ...cancelled,
      id: unkept,
      accountId: gone,
      acknowledgedAt: null,
      stockRestored: true,
      unitPriceCents: 1250,
      name: 'Deleted user',
      address: '',
      quantity: 7,
    },
    { ...cancelled, id: lost, stockRestored: false, acknowledgedAt: null },
  ])
  const mail = await db.selectFrom('outgoingMail').select('content').executeTakeFirstOrThrow()
  expect(mail.content).toEqual({
    sku: 'P-10001',
    orderNumber: 'FW-10002',
    _id: unpaid,
    name: 'Jane',
  })
  const again = db.selectFrom('idempotencyKey').select('answer').where('key', '=', 'key-2')
  expect(await again.executeTakeFirst()).toMatchObject({ answer: { orderNumber: 'FW-10002' } })
})
