import {
  conflict,
  notFound,
  type Refusal,
  refusals,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { onlySome } from '#shop/pieces/pieces.ts'

/** Why a named order has nothing to pack. */
export type NothingToPack = 'unpaid' | 'cancelled' | 'refunded' | 'packed'

const nothingToPackTexts: Record<NothingToPack, string> = {
  unpaid: 'This order is not paid yet.',
  cancelled: 'This order is cancelled.',
  refunded: 'This order was refunded.',
  packed: 'Nothing of this order is left to pack: it is packed, shipped or refunded.',
}

/** Why a shipment was not packed, shipped, delivered or cancelled. */
export type ShipmentRefusal =
  | Refusal<'no-such-order' | 'no-such-shipment'>
  | (Refusal<'nothing-to-pack'> & { because?: NothingToPack })
  | Refusal<'blocked' | 'stale' | 'not-now' | 'reason-missing' | 'unknown-carrier' | 'refunded'>
  | (Refusal<'being-packed'> & { by: string })
  | (Refusal<'not-open'> & { productName: string; open: number })
  | (Refusal<'with-the-buyer'> & { productName: string })

export const refuseShipment = refusals<ShipmentRefusal>({
  'no-such-order': notFound('There is no such order.'),
  'no-such-shipment': notFound('There is no such parcel.'),
  'nothing-to-pack': conflict(({ because }) =>
    because ? nothingToPackTexts[because] : 'There is nothing to pack.',
  ),
  blocked: conflict('This order has no address.'),
  'being-packed': conflict(({ by }) => `${by} is packing this order.`),
  stale: conflict('This parcel was changed in the meantime. Please load it again.'),
  'not-now': conflict('The state of this parcel does not allow that.'),
  'not-open': conflict(
    ({ productName, open }) => `${onlySome(open, productName)} ${open === 1 ? 'is' : 'are'} left to pack.`,
    'lines',
  ),
  'reason-missing': unprocessable('Give a reason for cancelling a shipped parcel.', 'reason'),
  'unknown-carrier': unprocessable('Choose one of the carriers.', 'carrier'),
  refunded: conflict('The money of this parcel was refunded.'),
  'with-the-buyer': conflict(
    ({ productName }) => `Pieces of ${productName} were returned, or refunded after they had been shipped.`,
  ),
})
