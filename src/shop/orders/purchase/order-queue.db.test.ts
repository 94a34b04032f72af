import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { addProduct, stockOf } from '#server/testing/products.ts'
import { openTestShop, wideOrderRules } from '#server/testing/test-shop.ts'
import { type Person, signUp } from '#server/testing/users.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { keyedRequest } from './idempotency.server.ts'
import { createOrderQueue } from './order-queue.server.ts'
import type { OrderRequest } from './order-request.server.ts'
import type { OrderOutcome } from './place-orders.server.ts'

async function callerOf(db: Db, { email }: Person): Promise<Caller> {
  const account = await db
    .selectFrom('account')
    .select(['id', 'email', 'name', 'emailVerified'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return {
    ...account,
    role: 'buyer',
    sessionId: '',
    lacksSecondFactor: false,
    lacksVerifiedEmail: false,
  }
}

function requestOf(buyer: Caller, product: { id: string }, quantity = 10, key?: string): OrderRequest {
  const line = { productId: product.id, quantity }
  const recipient = { name: 'Jane', address: '1 Anvil Street' }
  const keyed = keyedRequest(buyer.id, key, line)
  return { buyer, recipient, lines: [line], isSingle: true, keyed }
}

const kindOf = (outcome: OrderOutcome) => Object.keys(outcome)[0]

test('orders that arrive together are one transaction, each with its own outcome', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 40 })
  const other = await addProduct(shop.db)
  const jane = await callerOf(shop.db, await signUp(shop))
  const eve = await callerOf(shop.db, await signUp(shop))
  const place = createOrderQueue(shop.db, wideOrderRules)
  const outcomes = await Promise.all(
    [
      requestOf(jane, product, 20, 'one'),
      requestOf(jane, product, 9),
      requestOf(eve, product, 15),
      requestOf(eve, product, 10),
      requestOf(jane, product, 20, 'one'),
      requestOf(jane, product, 10, 'one'),
      requestOf(eve, other, 100, 'one'),
      requestOf(jane, { id: 'gone' }),
    ].map(place),
  )
  expect(outcomes.map(kindOf)).toEqual([
    'placed',
    'errors',
    'placed',
    'errors',
    'stored',
    'refused',
    'placed',
    'errors',
  ])
  expect(outcomes[3]).toMatchObject({ errors: [{ refusal: { refused: 'out-of-stock' } }] })
  const [first, repeated] = [outcomes[0], outcomes[4]]
  expect(Object.values(repeated ?? {})).toEqual(Object.values(first ?? {}))
  expect(await stockOf(shop.db, product.id)).toBe(5)
  const { rows } = await sql<{ transactions: number; orders: number }>`
    select count(distinct xmin::text)::integer as transactions, count(*)::integer as orders
    from orders`.execute(shop.db)
  expect(rows).toEqual([{ transactions: 1, orders: 3 }])
  expect(await place(requestOf(eve, other, 100, 'one'))).toMatchObject({
    stored: { quantity: 100 },
  })
})

test('one buyer’s orders of one batch count together against the limits', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db, { quantity: 100 })
  const jane = await callerOf(shop.db, await signUp(shop))
  const { verified, unverified } = wideOrderRules.caps
  const rules = {
    ...wideOrderRules,
    perMinute: 4,
    caps: { verified: { ...verified, stockPercent: 30 }, unverified },
  }
  const place = createOrderQueue(shop.db, rules)
  const other = await addProduct(shop.db)
  const outcomes = await Promise.all([
    ...[1, 2, 3, 4].map(() => place(requestOf(jane, product))),
    ...[1, 2].map(() => place(requestOf(jane, other))),
  ])
  const statuses = outcomes.map((outcome) =>
    'errors' in outcome ? outcome.errors[0]?.refusal.refused : kindOf(outcome),
  )
  const stockShare = 'too-much-of-the-stock'
  expect(statuses).toEqual(['placed', 'placed', 'placed', stockShare, 'placed', 'refused'])
})

test('an order that fails does not fail the others of its batch', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const [jane, eve, ann] = await Promise.all([1, 2, 3].map(async () => callerOf(shop.db, await signUp(shop))))
  if (!jane || !eve || !ann) throw new Error('There are three buyers')
  await shop.db.updateTable('account').set({ closedAt: new Date() }).where('id', '=', eve.id).execute()
  const place = createOrderQueue(shop.db, wideOrderRules)
  const nobody = { ...ann, id: '00000000-0000-7000-8000-000000000000' }
  const results = await Promise.allSettled(
    [jane, eve, nobody, ann].map((buyer) => place(requestOf(buyer, product))),
  )
  expect(results).toMatchObject([
    { status: 'fulfilled', value: { placed: { quantity: 10 } } },
    { status: 'rejected', reason: { message: 'The account is closed or unknown' } },
    { status: 'rejected', reason: { message: `There is no user ${nobody.id}` } },
    { status: 'fulfilled', value: { placed: { quantity: 10 } } },
  ])
  expect(await stockOf(shop.db, product.id)).toBe(80)
})

test('orders wait for a locked product without holding up those of other products', async () => {
  const shop = await openTestShop()
  const locked = await addProduct(shop.db)
  const free = await addProduct(shop.db)
  const [jane, eve] = await Promise.all([1, 2].map(async () => callerOf(shop.db, await signUp(shop))))
  if (!jane || !eve) throw new Error('There are two buyers')
  const place = createOrderQueue(shop.db, wideOrderRules)
  const order: string[] = []
  const waiting = await shop.db.transaction().execute(async (db) => {
    await db
      .selectFrom('product')
      .select('id')
      .where('id', '=', locked.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const blocked = place(requestOf(jane, locked)).then((outcome) => {
      order.push('locked')
      return outcome
    })
    expect(await place(requestOf(eve, free))).toHaveProperty('placed')
    expect(await place(requestOf(eve, free))).toHaveProperty('placed')
    order.push('free')
    return { blocked }
  })
  expect(await waiting.blocked).toHaveProperty('placed')
  expect(order).toEqual(['free', 'locked'])
})

test('several processes that order the same products never deadlock or oversell', async () => {
  const shop = await openTestShop()
  const products = await Promise.all([1, 2, 3, 4].map(() => addProduct(shop.db, { quantity: 100 })))
  const buyers = await Promise.all([1, 2, 3, 4].map(async () => callerOf(shop.db, await signUp(shop))))
  const queues = [1, 2, 3].map(() => createOrderQueue(shop.db, wideOrderRules))
  const requests = Array.from({ length: 90 }, (_, index): OrderRequest => {
    const buyer = buyers[index % buyers.length]
    if (!buyer) throw new Error('There are buyers')
    const inOrder = index % 2 === 0 ? products : products.toReversed()
    const lines = inOrder.map(({ id }) => ({ productId: id, quantity: 10 }))
    const recipient = { name: 'Jane', address: '1 Anvil Street' }
    return {
      buyer,
      recipient,
      lines,
      isSingle: false,
      keyed: keyedRequest(buyer.id, undefined, {}),
    }
  })
  const outcomes = await Promise.all(
    requests.map((request, index) => (queues[index % queues.length] ?? queues[0])?.(request)),
  )
  const placed = outcomes.filter((outcome) => outcome && 'placed' in outcome)
  expect(placed).toHaveLength(10)
  for (const { id } of products) expect(await stockOf(shop.db, id)).toBe(0)
})

test('when the commit fails, no order of the batch is tried again', async () => {
  const shop = await openTestShop()
  const product = await addProduct(shop.db)
  const jane = await callerOf(shop.db, await signUp(shop))
  await sql`
    create function refuse_commit() returns trigger language plpgsql as $$
    begin raise 'The commit failed'; end $$;
    create constraint trigger refuse_commit after insert on order_line
      deferrable initially deferred for each row execute function refuse_commit();
    create sequence tries;
    create function count_try() returns trigger language plpgsql as $$
    begin perform nextval('tries'); return null; end $$;
    create trigger count_try after insert on order_line
      for each statement execute function count_try();
  `.execute(shop.db)
  const place = createOrderQueue(shop.db, wideOrderRules)
  const results = await Promise.allSettled([1, 2].map(() => place(requestOf(jane, product))))
  for (const result of results)
    expect(result).toMatchObject({ status: 'rejected', reason: { message: 'The commit failed' } })
  const { rows } = await sql<{ tries: number }>`
    select last_value::integer as tries from tries`.execute(shop.db)
  expect(rows).toEqual([{ tries: 1 }])
  expect(await stockOf(shop.db, product.id)).toBe(100)
})
