import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const schema = read('src/simulators/card-payments/schema.sql')
const statement = read('prove/provider-agrees.sql')

const id = (last: number) => `01939e0c-0000-7000-8000-${String(last).padStart(12, '0')}`
const [product, paid, cancelled, buyer] = [1, 2, 3, 4].map(id)
const [ofPaid, ofCancelled, stray, part, whole] = [5, 6, 7, 8, 9].map(id)

const intent = (id: string, status: string, names: string | undefined, amount = 2500) => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'payment_intent',
    '{"status": "${status}", "amount": ${amount}, "metadata": {"paymentId": "${names}"}}');`
const made = (id: string, of: string, amount: number, names = '', status = 'succeeded') => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'refund',
    '{"payment_intent": "${of}", "amount": ${amount}, "status": "${status}",
      "metadata": {${names && `"refundId": "${names}"`}}}');`

/**
 * A paid line of which a piece was refunded, and a cancelled line: its payment was cancelled, and money
 * that came in for it was refunded.
 */
const consistent = `
  insert into account (id, email, name) values ('${buyer}', 'jane@example.com', 'Jane');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    values ('${product}', 'Try Square', 'Blued steel', 1250, 98, 1, '/media/x');
  insert into orders (id, number, account_id, name, email, address, searched)
    values ('${paid}', 'FW-1', '${buyer}', 'Jane', 'jane@example.com', '1 Anvil Street', 'x');
  insert into payment (id, account_id, provider, provider_id, net_cents, tax_cents, captured_at, cancelled_at)
    values ('${ofPaid}', '${buyer}', 'stripe', 'pi_paid', 2500, 0, now(), null),
      ('${ofCancelled}', '${buyer}', 'stripe', 'pi_given_up', 2500, 0, null, now()),
      ('${stray}', '${buyer}', 'stripe', 'pi_stray', 2500, 0, now(), null);
  insert into order_line (id, order_id, account_id, position, product_id, product_name, sku,
      unit_price_cents, quantity, image, payment_id, cancelled_at, cancelled_by, stock_restored)
    values ('${paid}', '${paid}', '${buyer}', 1, '${product}', 'Try Square', 'P-1', 1250, 2, '/media/x',
        '${ofPaid}', null, null, null),
      ('${cancelled}', '${paid}', '${buyer}', 2, '${product}', 'Try Square', 'P-1', 1250, 2, '/media/x',
        null, now(), '${buyer}', true);
  insert into payment_line values ('${ofPaid}', '${paid}', 2500, true), ('${ofCancelled}', '${cancelled}', 2500, false);
  insert into refund (id, payment_id, net_cents, tax_cents, reason, status, provider_id, succeeded_at)
    values ('${part}', '${ofPaid}', 1250, 0, 'Bent', 'succeeded', 're_part', now()),
      ('${whole}', '${stray}', 2500, 0, 'Paid twice', 'succeeded', 're_whole', now());
  ${intent('pi_paid', 'succeeded', ofPaid)} ${intent('pi_given_up', 'canceled', ofCancelled)}
  ${intent('pi_stray', 'succeeded', ofCancelled)}
  ${made('re_part', 'pi_paid', 1250, part)} ${made('re_whole', 'pi_stray', 2500, whole)}`

const isCaptured = 'a succeeded payment is captured'
const succeeded = 'a captured payment succeeded at the provider'
const named = 'a payment with lines is the one that the provider names'
const refunded = 'a payment is refunded as in the shop'
const once = 'a refund of the shop is made at most once'
const sameRefund = 'a refund is at the provider as in the shop'
const retained = 'the retained part of a payment has paid its lines'
const hasPayment = 'a paid line has a payment at the provider'
const onlyOpen = 'only an open payment of unpaid lines can be paid'

const change = (object: string, body: string) =>
  `update card_simulator.object set body = body || '${body}' where id = '${object}'`

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['a payment that the shop does not know', intent('pi_2', 'succeeded', ofPaid), [isCaptured]],
  [
    'a captured payment that the provider cancelled',
    change('pi_paid', '{"status": "canceled"}'),
    [succeeded, hasPayment],
  ],
  ['another amount', change('pi_paid', '{"amount": 2499}'), [succeeded]],
  ['a payment of other lines', change('pi_paid', `{"metadata": {"paymentId": "${ofCancelled}"}}`), [named]],
  ['a refund at the provider’s site', made('re_2', 'pi_paid', 100), [refunded]],
  ['the same refund again', made('re_2', 'pi_paid', 1250, part), [refunded, once]],
  ['a refund of another amount', change('re_part', '{"amount": 1}'), [refunded, sameRefund]],
  [
    'a refund that the provider does not have',
    `delete from card_simulator.object where id = 're_part'`,
    [refunded, sameRefund],
  ],
  ['a refund that has failed', change('re_whole', '{"status": "failed"}'), [refunded, sameRefund, retained]],
  [
    'a refund that is pending and counts as succeeded',
    change('re_part', '{"status": "pending"}'),
    [sameRefund],
  ],
  ['a failed refund before one', made('re_0', 'pi_paid', 1250, part, 'failed'), []],
  [
    'a refund that a person paid back',
    `update refund set paid_back = 'Transfer 7', provider_id = null where id = '${part}';
     ${change('re_part', '{"status": "failed"}')}`,
    [],
  ],
  [
    'unexpected money that is retained',
    `delete from refund where id = '${whole}'; delete from card_simulator.object where id = 're_whole'`,
    [retained],
  ],
  [
    'a cancelled payment that can be paid',
    intent('pi_open', 'requires_payment_method', ofCancelled),
    [onlyOpen],
  ],
  [
    'an open payment of an unpaid line',
    `update order_line set cancelled_at = null, cancelled_by = null, stock_restored = null
       where id = '${cancelled}';
     update payment set cancelled_at = null where id = '${ofCancelled}';
     ${change('pi_given_up', '{"status": "requires_payment_method"}')}`,
    [],
  ],
])('%s: reports exactly the expected deviations', async (_, breakIt, deviations) => {
  const { pool } = await createTestDatabase()
  await pool.query(schema)
  await pool.query(`${consistent} ${breakIt}`)
  const { rows } = await pool.query<{ invariant: string }>(statement)
  expect(rows.map(({ invariant }) => invariant).sort()).toEqual([...deviations].sort())
})
