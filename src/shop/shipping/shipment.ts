/** What the shop did with a parcel; the carrier's status is stored separately. */
export const shipmentStatuses = ['open', 'packed', 'shipped', 'delivered', 'cancelled'] as const
export type ShipmentStatus = (typeof shipmentStatuses)[number]

/** A carrier, with the URL of its tracking page for a number, if it has one. */
export type Carrier = { name: string; trackingPage?: string }

/** The settings of shipping. */
export type ShippingRules = {
  carriers: Carrier[]
  /** How long buyers may ask for a return; 0 for never. */
  returnDays: number
}

/** Returns the page of a carrier that tracks this number; null without number or page. */
export function trackingUrl(
  { trackingPage }: Carrier,
  trackingNumber: string | undefined,
): string | null {
  if (trackingNumber === undefined || trackingPage === undefined) return null
  return trackingPage.replace('{number}', encodeURIComponent(trackingNumber))
}
