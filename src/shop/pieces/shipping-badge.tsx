import type { ShippingState } from './pieces.ts'

const badges = {
  'to-pack': ['status-badge status-badge-warning', 'To pack'],
  'part-shipped': ['status-badge status-badge-part', 'Part shipped'],
  shipped: ['status-badge status-badge-good', 'Shipped'],
  delivered: ['status-badge status-badge-good', 'Delivered'],
  'part-returned': ['status-badge status-badge-part', 'Part returned'],
  returned: ['status-badge', 'Returned'],
} satisfies Record<ShippingState, [string, string]>

/** How far the shipments of an order are; nothing while nothing is to be shipped. */
export function ShippingBadge({ state }: { state: ShippingState | undefined }) {
  if (state === undefined) return null
  const [className, text] = badges[state]
  return <span className={className}>{text}</span>
}
