import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operatorCommand, runOperatorCommand } from '#operations/admin-commands.server.ts'
import { payFor, refund, ship } from './testing/orders.ts'
import { addProduct } from './testing/products.ts'
import { openTestShop, wideOrderRules } from './testing/test-shop.ts'
import { signUp, signUpAdmin } from './testing/users.ts'

const orderRules = { ...wideOrderRules, taxPercent: 19 }
const tools = ['Claw Hammer', 'Try Square', 'Bench Vise'] as const

/** Places an order of ten pieces of three tools at $12.50, $125.00 a line, at 19 %. */
async function openShopWithOrder() {
  const shop = await openTestShop(undefined, undefined, { orderRules })
  const jane = await signUp(shop)
  const owen = await signUpAdmin(shop)
  const lines: { productId: string; quantity: number }[] = []
  for (const name of tools) {
    lines.push({ productId: (await addProduct(shop.db, { name })).id, quantity: 10 })
  }
  const wanted = { lines, name: 'Jane', address: '1 Anvil Street' }
  const { body: order } = await jane.call('POST', '/orders', wanted)
  const idOf = (tool: (typeof tools)[number]): string =>
    order.lines.find(({ productName }: { productName: string }) => productName === tool)._id
  await shop.readMails()
  /** The text of the mail with this subject, which is the newest of the order. */
  const mail = async (subject: string) => {
    const [newest] = await shop.readMails()
    expect(newest?.subject).toContain(subject)
    return newest?.text ?? ''
  }
  return { shop, jane, owen, order, idOf, mail }
}

/** Whether a mail names only this tool of the order, and neither another nor the sum of all. */
function expectOnly(text: string, tool: (typeof tools)[number], parts: string[]): void {
  for (const part of [tool, ...parts]) expect(text).toContain(part)
  for (const other of tools.filter((name) => name !== tool)) expect(text).not.toContain(other)
  expect(text).not.toContain('$375.00')
  expect(text).not.toContain('$446.25')
}

const ofOneLine = ['Net: $125.00', 'Tax: $23.75']

test('each mail about one line of three speaks of that line, with its tax', async () => {
  const { shop, jane, owen, order, idOf, mail } = await openShopWithOrder()
  const [hammer, square] = tools.map(idOf) as [string, string]

  const intent = await payFor(shop, jane, [hammer])
  expectOnly(await mail('Paid'), 'Claw Hammer', [...ofOneLine, 'Paid: $148.75'])

  await jane.call('DELETE', `/purchase/${square}`)
  const cancelled = await mail('Cancelled')
  expectOnly(cancelled, 'Try Square', [...ofOneLine, 'Total: $148.75', 'is cancelled'])
  expect(cancelled).not.toContain('expired')

  await sql`update orders set held_until = now() - interval '1 hour'`.execute(shop.db)
  await shop.reconcile()
  const expired = await mail('Expired')
  expectOnly(expired, 'Bench Vise', [...ofOneLine, 'Total: $148.75', 'not paid in time'])
  expect(expired).toContain('You can order it again')

  const line = { orderId: order._id }
  await ship(owen, line, [{ _id: hammer, quantity: 4 }])
  expectOnly(await mail('Shipped'), 'Claw Hammer', ['4 × Claw Hammer'])

  const pieces = [{ _id: hammer, quantity: 2 }]
  const asked = { order: order._id, reason: 'wrong', lines: pieces }
  const { body: first } = await jane.call('POST', '/returns', asked)
  const refusal = { version: first.version, refusal: 'It was opened' }
  await owen.call('POST', `/returns/${first._id}/refuse`, refusal)
  expectOnly(await mail('R1'), 'Claw Hammer', ['2 × Claw Hammer'])
  const { body: second } = await jane.call('POST', '/returns', asked)
  await owen.call('POST', `/returns/${second._id}/approve`, { version: second.version })
  expectOnly(await mail('R2'), 'Claw Hammer', ['2 × Claw Hammer'])

  await refund(owen, intent, { lines: [{ ...pieces[0], unshipped: 2 }], reason: 'Bent' })
  const refunded = await mail('Refunded: $29.75')
  expectOnly(refunded, 'Claw Hammer', ['2 × Claw Hammer, $25.00 before tax', 'Refunded: $29.75'])
  expect(refunded).not.toContain('$125.00')
})

test('a refund of one line of a payment names that line and its pieces, not the order', async () => {
  const { shop, jane, owen, idOf, mail } = await openShopWithOrder()
  const intent = await payFor(shop, jane, tools.map(idOf))
  const lines = [{ _id: idOf('Try Square'), quantity: 3 }]
  await refund(owen, intent, { lines, reason: 'Bent' })
  const text = await mail('Refunded: $44.62')
  expectOnly(text, 'Try Square', ['3 × Try Square, $37.50 before tax', 'Net: $37.50'])
  // A free amount belongs to none of the lines.
  await refund(owen, intent, { amount: 10, reason: 'Late' })
  const free = await mail('Refunded: $10.00')
  for (const tool of tools) expect(free).not.toContain(tool)
})

test('a refund that a person paid back is mailed, with how', async () => {
  const { shop, jane, owen, order, idOf, mail } = await openShopWithOrder()
  const intent = await payFor(shop, jane, [idOf('Claw Hammer')])
  await sql`update card_simulator.object set body = body || '{"paid": false}'
    where type = 'charge'`.execute(shop.db)
  const { body } = await refund(owen, intent, { amount: 20, reason: 'Bent' })
  for (let times = 0; times < 2; times++) {
    await owen.call('POST', `/payments/${intent}/refunds/${body._id}/repeat`)
  }
  const command = { action: 'paid-back', payment: intent, reference: 'Transfer 7' }
  expect((await runOperatorCommand(shop.db, operatorCommand.parse(command))).ok).toBe(true)
  const text = await mail('Refunded: $20.00')
  expect(text).toContain('We paid $20.00 back in another way than to the card: Transfer 7.')
  expect(text).not.toContain('Your bank shows it')
  const { body: shown } = await jane.call('GET', `/orders/${order.number}`)
  expect(shown.events.map(({ kind }: { kind: string }) => kind)).toContain('refunded')
  expect(shown).toMatchObject({ refunded: 20 })
})
