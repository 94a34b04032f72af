import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const schema = read('src/simulators/card-payments/schema.sql')
const statement = read('prove/provider-agrees.sql')

const product = '01939e0c-0000-7000-8000-000000000001'
const paid = '01939e0c-0000-7000-8000-000000000002'
const cancelled = '01939e0c-0000-7000-8000-000000000003'
const buyer = '01939e0c-0000-7000-8000-000000000004'

const intent = (id: string, status: string, order: string) => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'payment_intent',
    '{"status": "${status}", "amount": 2500, "metadata": {"orderId": "${order}"}}');`
const refund = (id: string, of: string, amount: number, status = 'succeeded') => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'refund',
    '{"payment_intent": "${of}", "amount": ${amount}, "status": "${status}"}');`

/** A paid order, and a cancelled order whose payment was refunded. */
const consistent = `
  insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    values ('${product}', 'Try Square', 'Blued steel', 1250, 98, 1, '/media/x');
  insert into order_line (id, account_id, product_id, name, email, address, product_name, sku,
      unit_price_cents, quantity, image, transaction_id, paid_at)
    values ('${paid}', '${buyer}', '${product}', 'Jane', 'jane@example.com', '1 Anvil Street',
      'Try Square', 'P-1', 1250, 2, '/media/x', 'pi_paid', now());
  insert into order_line (id, account_id, product_id, name, email, address, product_name, sku,
      unit_price_cents, quantity, image, cancelled_at, cancelled_by, stock_restored)
    values ('${cancelled}', '${buyer}', '${product}', 'Jane', 'jane@example.com', '1 Anvil Street',
      'Try Square', 'P-1', 1250, 2, '/media/x', now(), '${buyer}', true);
  insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency)
    values ('pi_paid', '${paid}', 2500, 'usd'), ('pi_gone', '${cancelled}', 2500, 'usd');
  update captured_payment set refund_due_at = now(), refunded_at = now(), refund_id = 're_1'
    where payment_intent_id = 'pi_gone';
  ${intent('pi_paid', 'succeeded', paid)} ${intent('pi_gone', 'succeeded', cancelled)}
  ${intent('pi_given_up', 'canceled', cancelled)} ${refund('re_1', 'pi_gone', 2500)}`

const inLedger = 'a succeeded payment is in the ledger'
const succeeded = 'a payment in the ledger succeeded at the provider'
const ofOrders = 'a payment in the ledger is for its orders'
const refunded = 'a payment is refunded once, and as in the ledger'
const refundSucceeded = 'a refund in the ledger succeeded at the provider'
const paysOrder = 'a payment that is not refunded has paid its order'
const hasPayment = 'a paid order has a payment at the provider'
const unpayable = 'a cancelled order can not be paid'
const restPaid = 'what is not refunded of a payment has paid its orders'
const onlyOpen = 'only an open payment of unpaid orders can be paid'

const group = '01939e0c-0000-7000-8000-000000000005'
const groupIntent = (id: string, status: string) =>
  intent(id, status, paid).replace('orderId', 'paymentId').replace(paid, group)
/** Both orders in one payment, whose part of the cancelled order was refunded. */
const captured = `
  delete from captured_payment; delete from card_simulator.object;
  insert into payment (id, account_id, amount_cents, payment_intent_id, captured_at)
    values ('${group}', '${buyer}', 5000, 'pi_both', now());
  insert into payment_order (payment_id, order_line_id, amount_cents)
    values ('${group}', '${paid}', 2500), ('${group}', '${cancelled}', 2500);
  insert into captured_payment (payment_intent_id, order_line_id, amount_cents, currency)
    values ('pi_both', '${paid}', 2500, 'usd'), ('pi_both', '${cancelled}', 2500, 'usd');
  update captured_payment set refund_due_at = now(), refunded_at = now(), refund_id = 're_1'
    where order_line_id = '${cancelled}';
  update order_line set transaction_id = 'pi_both' where id = '${paid}';
  ${groupIntent('pi_both', 'succeeded').replace('2500', '5000')} ${refund('re_1', 'pi_both', 2500)}`

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['a payment missing from the ledger', intent('pi_2', 'succeeded', paid), [inLedger, paysOrder]],
  [
    'a ledger entry without a payment',
    `update card_simulator.object set body = body || '{"status": "canceled"}' where id = 'pi_paid'`,
    [succeeded, hasPayment],
  ],
  [
    'another amount',
    'update captured_payment set amount_cents = 2499',
    [succeeded, succeeded, refunded],
  ],
  [
    'a payment of another order',
    `update captured_payment set order_line_id = '${cancelled}' where payment_intent_id = 'pi_paid'`,
    [ofOrders],
  ],
  ['a second refund', refund('re_2', 'pi_gone', 2500), [refunded]],
  [
    'a partial refund',
    `update card_simulator.object set body = body || '{"amount": 1}' where id = 're_1'`,
    [refunded],
  ],
  [
    'a refund in the ledger only',
    `delete from card_simulator.object where id = 're_1'`,
    [refunded, refundSucceeded, paysOrder],
  ],
  [
    'a refund that has failed',
    `update card_simulator.object set body = body || '{"status": "failed"}' where id = 're_1'`,
    [refunded, refundSucceeded, paysOrder],
  ],
  [
    'a refund that is pending and counts as refunded',
    `update card_simulator.object set body = body || '{"status": "pending"}' where id = 're_1'`,
    [refundSucceeded],
  ],
  ['a failed refund before the one that succeeded', refund('re_0', 'pi_gone', 2500, 'failed'), []],
  ['a refund of a paid order', refund('re_2', 'pi_paid', 2500), [refunded, hasPayment]],
  [
    'a cancelled order that can be paid',
    intent('pi_open', 'requires_payment_method', cancelled),
    [unpayable],
  ],
  [
    'a missing order that can be paid',
    `delete from order_line where id = '${cancelled}'; ${intent('pi_open', 'requires_payment_method', cancelled)}`,
    [unpayable],
  ],
  ['a payment of several orders', captured, []],
  [
    'money of several orders that paid none',
    `${captured} update order_line set transaction_id = null, paid_at = null`,
    [restPaid],
  ],
  [
    'a part that was refunded twice',
    `${captured} ${refund('re_2', 'pi_both', 2500)}`,
    [refunded, hasPayment],
  ],
  [
    'a captured payment that can be paid again',
    `${captured} ${groupIntent('pi_again', 'requires_payment_method')}`,
    [onlyOpen],
  ],
  ['an unpaid order', intent('pi_open', 'requires_payment_method', paid), []],
])('%s: reports exactly the expected deviations', async (_, breakIt, deviations) => {
  const { pool } = await createTestDatabase()
  await pool.query(schema)
  await pool.query(consistent + breakIt)
  const { rows } = await pool.query<{ invariant: string }>(statement)
  expect(rows.map(({ invariant }) => invariant).sort()).toEqual([...deviations].sort())
})
