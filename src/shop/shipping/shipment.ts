/**
 * The life of a shipment: each status, what may happen to it, and the status that follows. Buttons, API and tests
 * use this table; what it does not list is refused. `track` stores the carrier's status.
 */
export const shipmentStates = {
  // Without pieces and number yet, so that one that is cancelled is gone.
  open: { pack: 'packed', cancel: 'gone' },
  packed: { ship: 'shipped', cancel: 'cancelled' },
  shipped: { deliver: 'delivered', track: 'shipped', cancel: 'cancelled' },
  delivered: { track: 'delivered', cancel: 'cancelled' },
  cancelled: {},
} as const

export type ShipmentStatus = keyof typeof shipmentStates
export const shipmentStatuses = Object.keys(shipmentStates) as [ShipmentStatus, ...ShipmentStatus[]]
export type ShipmentAction = 'pack' | 'ship' | 'deliver' | 'track' | 'cancel'

/** Returns the status that follows an action; undefined when the shipment's status does not allow it. */
export function shipmentAfter(
  { status }: { status: string },
  action: ShipmentAction,
): ShipmentStatus | 'gone' | undefined {
  const follows: Partial<Record<ShipmentAction, ShipmentStatus | 'gone'>> =
    shipmentStates[status as ShipmentStatus]
  return follows[action]
}

/** A carrier, with the URL of its tracking page for a number, if it has one. */
export type Carrier = { name: string; trackingPage?: string }

export type ShippingRules = {
  carriers: Carrier[]
  /** How long buyers may ask for a return; 0 for never. */
  returnDays: number
}

/** Returns the page of a carrier that tracks this number; null without number or page. */
export function trackingUrl({ trackingPage }: Carrier, trackingNumber: string | undefined): string | null {
  if (trackingNumber === undefined || trackingPage === undefined) return null
  return trackingPage.replace('{number}', encodeURIComponent(trackingNumber))
}
