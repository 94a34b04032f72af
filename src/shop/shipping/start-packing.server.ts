import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import type { Db } from '#platform/database/database.server.ts'
import type { Caller } from '#shop/auth/access/caller.server.ts'
import { orderStatus, type PlacedOrder } from '#shop/orders/order.ts'
import { findOrderFor } from '#shop/orders/order-queries.server.ts'
import { lockPiecesOfOrder, piecesOfOrder } from '#shop/pieces/line-pieces.server.ts'
import { countPieces } from '#shop/pieces/pieces.ts'
import { blocked, hasOpenPieces, isBlocked } from '#shop/pieces/shipping-conditions.server.ts'
import type { ShipmentRow } from './shipment-queries.server.ts'
import type { NothingToPack, ShipmentRefusal } from './shipment-refusals.server.ts'
import { changeShipment, giveBack } from './shipment-step.server.ts'

type Packer = Pick<Caller, 'id' | 'role'>

/** An order to pack: a certain one, maybe taken over from a colleague, or the oldest other than `except`. */
export type WantedOrder = {
  order?: string | undefined
  takeOver?: boolean | undefined
  except?: string | undefined
}

/**
 * Opens a shipment for a packer, whose colleagues then get other orders. Without a named order it is the
 * one that this packer has already begun, or else the oldest that nobody is packing. An order that the packer
 * had begun before is given back.
 */
export function startPacking(
  db: Db,
  packer: Packer,
  { order: key, takeOver = false, except }: WantedOrder,
): Promise<ShipmentRow | ShipmentRefusal> {
  return db.transaction().execute(async (db) => {
    // Shipments are opened one after the other, so that two packers never begin the same order.
    await sql`select pg_advisory_xact_lock(hashtextextended('start packing', 0))`.execute(db)
    const begun = await findBegun(db, packer)
    if (key === undefined) {
      if (begun && (await mayPack(db, begun.orderId))) return begun
      if (begun) await giveBack(db, begun)
      return openNext(db, packer, except ?? begun?.orderId)
    }
    const order = await findOrderFor(db, packer, key)
    if (!order) return { refused: 'no-such-order' }
    await lockPiecesOfOrder(db, order.id)
    const refusal = await whyNotPacked(db, order)
    if (refusal) {
      // Its pieces were refunded, or its buyer's account deleted, after this packer began.
      if (begun?.orderId === order.id) await giveBack(db, begun)
      return refusal
    }
    if (begun?.orderId === order.id) return begun
    const other = await findOpen(db, order.id)
    if (other && !takeOver) return { refused: 'being-packed', by: other.packerName }
    if (begun) await giveBack(db, begun)
    return other ? changeShipment(db, other.id, { packerId: packer.id }) : openShipment(db, packer, order.id)
  })
}

/** Hours after which an order that a packer began is offered to others. */
const CLAIM_HOURS = 8

/** Opens a shipment of the oldest order with open pieces that nobody is packing, other than `finished`. */
async function openNext(
  db: Db,
  packer: Packer,
  finished: string | undefined,
): Promise<ShipmentRow | ShipmentRefusal> {
  const { rows } = await sql<{ id: string }>`
    select order_id as id from order_line as line join orders on orders.id = order_id
    where ${hasOpenPieces} and not ${blocked} and order_id is distinct from ${finished ?? null}::uuid
      and not exists (
        select from shipment where shipment.order_id = line.order_id and status = 'open'
          and changed_at > now() - make_interval(hours => ${CLAIM_HOURS}::integer)
      )
    order by order_id limit 1`.execute(db)
  const [next] = rows
  if (!next) return { refused: 'nothing-to-pack' }
  await lockPiecesOfOrder(db, next.id)
  // Its pieces were refunded, or its buyer's account deleted, since the line above.
  if (!(await mayPack(db, next.id))) return openNext(db, packer, finished)
  const forgotten = await findOpen(db, next.id)
  if (forgotten) await giveBack(db, forgotten)
  return openShipment(db, packer, next.id)
}

function openShipment(db: Db, { id: packerId }: Packer, orderId: string): Promise<ShipmentRow> {
  return db
    .insertInto('shipment')
    .values({ id: uuidv7(), orderId, packerId })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function findBegun(db: Db, { id }: Packer): Promise<ShipmentRow | undefined> {
  return db
    .selectFrom('shipment')
    .selectAll()
    .where('packerId', '=', id)
    .where('status', '=', 'open')
    .executeTakeFirst()
}

function findOpen(db: Db, orderId: string) {
  return db
    .selectFrom('shipment')
    .leftJoin('account', 'account.id', 'packerId')
    .select(['shipment.id', sql<string>`coalesce(account.name, 'A colleague')`.as('packerName')])
    .where('orderId', '=', orderId)
    .where('shipment.status', '=', 'open')
    .executeTakeFirst()
}

async function whyNotPacked(db: Db, order: PlacedOrder): Promise<ShipmentRefusal | null> {
  const because = await whyNothing(db, order)
  if (because) return { refused: 'nothing-to-pack', because }
  return isBlocked(order) ? { refused: 'blocked' } : null
}

/** Returns why an order has nothing to pack; null if it has. */
async function whyNothing(db: Db, order: PlacedOrder): Promise<NothingToPack | null> {
  const pieces = await piecesOfOrder(db, order.id)
  if (pieces.some((line) => countPieces(line).open > 0)) return null
  const status = orderStatus(order.lines)
  if (status === 'cancelled') return 'cancelled'
  if (status === 'unpaid' || status === 'cancelling') return 'unpaid'
  const isKept = pieces.some((line) => line.packed + line.shipped > 0 && !line.isMoneyBack)
  return isKept ? 'packed' : 'refunded'
}

async function mayPack(db: Db, orderId: string): Promise<boolean> {
  const order = await db.selectFrom('orders').select('address').where('id', '=', orderId).executeTakeFirst()
  if (!order || isBlocked(order)) return false
  const pieces = await piecesOfOrder(db, orderId)
  return pieces.some((line) => countPieces(line).open > 0)
}
