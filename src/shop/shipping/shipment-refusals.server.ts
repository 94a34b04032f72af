import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
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
  'no-such-order': { status: 404, text: 'There is no such order.' },
  'no-such-shipment': { status: 404, text: 'There is no such parcel.' },
  'nothing-to-pack': {
    status: 409,
    text: ({ because }) => (because ? nothingToPackTexts[because] : 'There is nothing to pack.'),
  },
  blocked: { status: 409, text: 'This order has no address.' },
  'being-packed': { status: 409, text: ({ by }) => `${by} is packing this order.` },
  stale: { status: 409, text: 'This parcel was changed in the meantime. Please load it again.' },
  'not-now': { status: 409, text: 'The state of this parcel does not allow that.' },
  'not-open': {
    status: 409,
    text: ({ productName, open }) =>
      `${onlySome(open, productName)} ${open === 1 ? 'is' : 'are'} left to pack.`,
    field: 'lines',
  },
  'reason-missing': {
    status: 422,
    text: 'Give a reason for cancelling a shipped parcel.',
    field: 'reason',
  },
  'unknown-carrier': { status: 422, text: 'Choose one of the carriers.', field: 'carrier' },
  refunded: { status: 409, text: 'The money of this parcel was refunded.' },
  'with-the-buyer': {
    status: 409,
    text: ({ productName }) =>
      `Pieces of ${productName} were returned, or refunded after they had been shipped.`,
  },
})
