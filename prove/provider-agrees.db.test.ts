import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#platform/testing/database.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const schema = read('src/simulators/card-payments/schema.sql')
const statement = read('prove/provider-agrees.sql')

const tool = '01939e0c-0000-7000-8000-000000000001'
const paid = '01939e0c-0000-7000-8000-000000000002'
const gone = '01939e0c-0000-7000-8000-000000000003'
const who = '01939e0c-0000-7000-8000-000000000004'

const intent = (id: string, status: string, order: string) => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'payment_intent',
    '{"status": "${status}", "amount": 2500, "metadata": {"orderId": "${order}"}}');`
const refund = (id: string, of: string, amount: number) => `
  insert into card_simulator.object (id, type, body) values ('${id}', 'refund',
    '{"payment_intent": "${of}", "amount": ${amount}}');`

/** An order that was paid, and a cancelled one that got its money back. */
const sound = `
  insert into account (id, email, name) values ('${who}', 'jane@example.com', 'Jane');
  insert into product (id, name, description, unit_price_cents, quantity, min_quantity, image)
    values ('${tool}', 'Try Square', 'Blued steel', 1250, 98, 1, '/media/x');
  insert into purchase (id, account_id, product_id, name, email, address, product_name,
      unit_price_cents, quantity, image, transaction_id, paid_at)
    values ('${paid}', '${who}', '${tool}', 'Jane', 'jane@example.com', '1 Anvil Street',
      'Try Square', 1250, 2, '/media/x', 'pi_paid', now());
  insert into purchase (id, account_id, product_id, name, email, address, product_name,
      unit_price_cents, quantity, image, cancelled_at, cancelled_by, stock_restored)
    values ('${gone}', '${who}', '${tool}', 'Jane', 'jane@example.com', '1 Anvil Street',
      'Try Square', 1250, 2, '/media/x', now(), '${who}', true);
  insert into captured_payment (payment_intent_id, purchase_id, amount_cents, currency)
    values ('pi_paid', '${paid}', 2500, 'usd'), ('pi_gone', '${gone}', 2500, 'usd');
  update captured_payment set refund_due_at = now(), refunded_at = now(), refund_id = 're_1'
    where payment_intent_id = 'pi_gone';
  ${intent('pi_paid', 'succeeded', paid)} ${intent('pi_gone', 'succeeded', gone)}
  ${intent('pi_given_up', 'canceled', gone)} ${refund('re_1', 'pi_gone', 2500)}`

const inLedger = 'money that came is in the ledger'
const noneMadeUp = 'the ledger tells no money that did not come'
const back = 'money goes back whole, once, and as the ledger says'
const kept = 'money that is kept has paid its order'
const has = 'a paid order has its money at the provider'

test.each<[string, string, string[]]>([
  ['nothing', '', []],
  ['money that nobody wrote down', intent('pi_2', 'succeeded', paid), [inLedger, kept]],
  [
    'money that never came',
    `update card_simulator.object set body = body || '{"status": "canceled"}' where id = 'pi_paid'`,
    [noneMadeUp, has],
  ],
  [
    'another amount',
    'update captured_payment set amount_cents = 2499',
    [noneMadeUp, noneMadeUp, back],
  ],
  [
    'money of another order',
    `update captured_payment set purchase_id = '${gone}' where payment_intent_id = 'pi_paid'`,
    [noneMadeUp],
  ],
  ['a refund too much', refund('re_2', 'pi_gone', 2500), [back]],
  [
    'a refund that is not whole',
    `update card_simulator.object set body = body || '{"amount": 1}' where id = 're_1'`,
    [back],
  ],
  [
    'a refund that was only noted',
    `delete from card_simulator.object where id = 're_1'`,
    [back, kept],
  ],
  ['a refund of a paid order', refund('re_2', 'pi_paid', 2500), [back, has]],
  [
    'a cancelled order that can be paid',
    intent('pi_open', 'requires_payment_method', gone),
    ['nobody can pay a cancelled order'],
  ],
  [
    'an order that was lost and can be paid',
    `delete from purchase where id = '${gone}'; ${intent('pi_open', 'requires_payment_method', gone)}`,
    ['nobody can pay a cancelled order'],
  ],
  ['an order that waits to be paid', intent('pi_open', 'requires_payment_method', paid), []],
])('%s is seen for what it is', async (_, breakIt, deviations) => {
  const { pool } = await createTestDatabase()
  await pool.query(schema)
  await pool.query(sound + breakIt)
  const { rows } = await pool.query<{ invariant: string }>(statement)
  expect(rows.map(({ invariant }) => invariant).sort()).toEqual([...deviations].sort())
})
