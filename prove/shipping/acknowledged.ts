import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { MadeRefund } from '#shop/refunds/refund-json.server.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import type { Shipment, Wanted } from './shipping-actions.ts'

/** The shop's responses to each shipping and refund call, in order. */
export type Acknowledged = {
  shipments: Shipment[]
  returns: Return[]
  /** The refunds, which a repeated request may have acknowledged twice. */
  refunds: { refund: MadeRefund; wanted: Wanted }[]
}

export function nothingYet(): Acknowledged {
  return { shipments: [], returns: [], refunds: [] }
}

/** Checks that the database has every acknowledged step as acknowledged, and no other refund. */
export async function compareAcknowledged(pool: pg.Pool, known: Acknowledged): Promise<string[]> {
  return [
    ...(await compareShipments(pool, known)),
    ...(await compareReturns(pool, known)),
    ...(await compareRefunds(pool, known)),
    ...(await compareStock(pool, known)),
  ]
}

const SHIPMENT_TIMES = ['packedAt', 'shippedAt', 'deliveredAt', 'cancelledAt'] as const

async function compareShipments(pool: pg.Pool, { shipments }: Acknowledged): Promise<string[]> {
  type Stored = Record<(typeof SHIPMENT_TIMES)[number], Date | null> & Pick<Shipment, '_id' | 'lines'>
  const { rows } = await pool.query<Stored>(
    `select shipment.id as _id, packed_at as "packedAt", shipped_at as "shippedAt",
       delivered_at as "deliveredAt", cancelled_at as "cancelledAt", (
         select json_agg(json_build_object('_id', order_line_id, 'quantity', part.quantity)
           order by order_line.position)
         from shipment_line as part join order_line on order_line.id = order_line_id
         where shipment_id = shipment.id
       ) as lines
     from shipment`,
  )
  const stored = new Map(rows.map((row) => [row._id, row]))
  return shipments.flatMap((shipment) => {
    const row = stored.get(shipment._id)
    const isThere =
      isDeepStrictEqual(row?.lines, shipment.lines) &&
      SHIPMENT_TIMES.every((time) => !shipment[time] || row?.[time]?.toISOString() === shipment[time])
    return isThere ? [] : [`shipment ${shipment.number} is not ${shipment.status} as acknowledged`]
  })
}

async function compareReturns(pool: pg.Pool, { returns }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<Pick<Return, 'number' | 'status' | 'lines'>>(
    `select number, status, (
       select json_agg(json_build_object('_id', order_line_id, 'quantity', part.quantity,
         'received', received, 'restocked', restocked, 'scrapped', scrapped)
         order by order_line.position)
       from return_line as part join order_line on order_line.id = order_line_id
       where return_id = return_request.id
     ) as lines
     from return_request`,
  )
  const stored = new Map(rows.map((row) => [row.number, row]))
  return returns.flatMap(({ number, status, lines }) => {
    const row = stored.get(number)
    const counted = lines.map(
      ({ sku: _, productName: _name, imgURL: _image, isProductDeleted: _deleted, ...line }) => line,
    )
    const asked = (all: { _id: string; quantity: number }[] = []) =>
      all.map(({ _id, quantity }) => ({ _id, quantity }))
    const isThere =
      isDeepStrictEqual(asked(row?.lines), asked(counted)) &&
      (LATER[status].includes(row?.status ?? '') ||
        (row?.status === status && isDeepStrictEqual(row.lines, counted)))
    return isThere ? [] : [`return ${number} is not ${status} as acknowledged, but ${row?.status}`]
  })
}

/** The statuses that a return may have reached since. */
const LATER: Record<Return['status'], string[]> = {
  requested: ['approved', 'refused', 'received', 'closed'],
  approved: ['received', 'closed'],
  refused: [],
  received: [],
  closed: [],
}

async function compareRefunds(pool: pg.Pool, { refunds }: Acknowledged): Promise<string[]> {
  const { rows } = await pool.query<{ id: string; cents: number; notes: number }>(
    `select refund.id, refund.cents, (
       select count(*)::integer from credit_note where refund_id = refund.id
     ) as notes
     from refund where made_by is not null`,
  )
  const acknowledged = new Map(refunds.map(({ refund }) => [refund._id, refund]))
  const stored = new Map(rows.map((row) => [row.id, row]))
  return [
    ...[...acknowledged.values()]
      .filter(({ _id, total }) => stored.get(_id)?.cents !== Math.round(total * 100))
      .map(({ _id }) => `refund ${_id} is lost`),
    ...rows.filter(({ id }) => !acknowledged.has(id)).map(({ id }) => `refund ${id} is a duplicate`),
    ...rows
      // Pieces whose money went back before are taken back without money, and without a credit note.
      .filter(({ cents, notes }) => notes !== (cents > 0 ? 1 : 0))
      .map(({ id, notes }) => `refund ${id} has ${notes} credit notes`),
  ]
}

/** Stock is what was there, less what was ordered, plus what went back by refunds and returns. */
async function compareStock(pool: pg.Pool, { refunds }: Acknowledged): Promise<string[]> {
  const restocked = refunds.flatMap(({ refund, wanted: request }) =>
    'restock' in request && request.restock ? [refund._id] : [],
  )
  const { rows } = await pool.query<{ id: string; quantity: number; expected: number }>(
    `select product.id, product.quantity, (
       (select sum(delta) from stock_movement where product_id = product.id and kind = 'opening')
       - coalesce((select sum(quantity) from order_line where product_id = product.id), 0)
       + coalesce((select sum(part.quantity) from refund_line as part
           join order_line on order_line.id = order_line_id
           where product_id = product.id and refund_id = any($1)), 0)
       + coalesce((select sum(restocked) from return_line
           join order_line on order_line.id = order_line_id
           where product_id = product.id), 0)
     )::integer as expected
     from product`,
    [restocked],
  )
  return rows
    .filter(({ quantity, expected }) => quantity !== expected)
    .map(({ id, quantity, expected }) => `${id}: ${quantity} in stock, not ${expected}`)
}
