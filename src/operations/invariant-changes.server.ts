import { sql } from 'kysely'
import type { Db } from '#platform/database/database.server.ts'
import { checkIds, checkKeys, checkWhole, type Violation } from './invariants.server.ts'

/** The position up to which changes have been checked. */
export type CheckedUntil = { movementId: string; changedBefore: Date }

const BATCH = 2000

/**
 * Checks the stock, orders and payments that changed since `last`, and rechecks the violations known
 * then. Returns the current violations and the new position.
 */
export async function checkChanges(
  db: Db,
  last: CheckedUntil,
  broken: Violation[],
): Promise<{ violations: Violation[]; until: CheckedUntil }> {
  const until = await currentPosition(db, last)
  const known = await subjectsOf(db, broken)
  const products = new Set(known.products)
  const violations = await checkWhole(db)
  const orders = new Set([
    ...known.orders,
    ...(await paidOrders(db, last.changedBefore)),
    ...(await packedLines(db, last.changedBefore)),
  ])
  for (let from: string | null = last.movementId; from !== null; ) {
    const moved = await movementsAfter(db, from)
    for (const { productId, orderLineId } of moved) {
      products.add(productId)
      if (orderLineId !== null) orders.add(orderLineId)
    }
    violations.push(...(await checkIds(db, 'order', orders)))
    orders.clear()
    from = moved.length === BATCH ? (moved.at(-1)?.id ?? null) : null
  }
  violations.push(...(await checkIds(db, 'product', products)))
  violations.push(...(await checkKeys(db, last.changedBefore, known.orders)))
  return { violations: unique(violations), until }
}

/**
 * Returns the position one minute ago. A row becomes visible only when its transaction commits, which
 * may be later than its timestamp, so the last minute is checked again next time.
 */
export async function currentPosition(db: Db, last: Pick<CheckedUntil, 'movementId'>): Promise<CheckedUntil> {
  const { rows } = await sql<CheckedUntil>`
    select now() - interval '1 minute' as changed_before, coalesce((
      select id from stock_movement
      where id > ${last.movementId} and created_at < now() - interval '1 minute'
      order by id desc limit 1
    ), ${last.movementId}::bigint) as movement_id`.execute(db)
  const [moment] = rows
  if (!moment) throw new Error('A select without a table has one row')
  return moment
}

function movementsAfter(db: Db, id: string) {
  return db
    .selectFrom('stockMovement')
    .select(['id', 'productId', 'orderLineId'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(BATCH)
    .execute()
}

/** Returns the lines whose payment was captured or refunded since a date. */
async function paidOrders(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('paymentLine')
    .innerJoin('payment', 'payment.id', 'paymentId')
    .leftJoin('refund', 'refund.paymentId', 'payment.id')
    .select('orderLineId')
    .distinct()
    .where((is) =>
      is.or([
        is('capturedAt', '>=', since),
        is('refund.createdAt', '>=', since),
        is('refund.succeededAt', '>=', since),
      ]),
    )
    .execute()
  return rows.map(({ orderLineId }) => orderLineId)
}

async function packedLines(db: Db, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('shipment')
    .innerJoin('shipmentLine', 'shipmentId', 'shipment.id')
    .select('orderLineId')
    .distinct()
    .where('changedAt', '>=', since)
    .union(
      db
        .selectFrom('returnRequest')
        .innerJoin('returnLine', 'returnId', 'returnRequest.id')
        .select('orderLineId')
        .where('changedAt', '>=', since),
    )
    .execute()
  return rows.map(({ orderLineId }) => orderLineId)
}

/** Returns the products and orders that the violations name, including the orders of payments. */
async function subjectsOf(db: Db, violations: Violation[]) {
  const named = (kind: string) =>
    violations.flatMap(({ subject }) =>
      subject.startsWith(`${kind} `) ? [subject.slice(kind.length + 1)] : [],
    )
  const { rows } = await sql<{ id: string }>`
    select order_line_id as id from payment_line
    where payment_id = any(${named('payment')}::uuid[])`.execute(db)
  return { products: named('product'), orders: [...named('order'), ...rows.map(({ id }) => id)] }
}

function unique(violations: Violation[]): Violation[] {
  return [...new Map(violations.map((violation) => [JSON.stringify(violation), violation])).values()]
}
