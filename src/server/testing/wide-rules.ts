import { cents } from '#platform/money.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'
import type { ShippingRules } from '#shop/shipping/shipment.ts'

/** Limits that only tests of the limits reach. */
const wideCaps = { orders: 1000, cents: cents(100_000_000_00), stockPercent: 100 }
export const wideOrderRules: OrderRules = {
  caps: { verified: wideCaps, unverified: wideCaps },
  unverifiedHoldHours: 72,
  newBuyers: { stockPercent: 100, holdHours: 72, payAtOnceHours: 72 },
  freeOrder: cents(500_00),
  perMinute: 1_000_000,
  holdHours: 72,
  taxPercent: 0,
}

/** Carriers with and without a tracking page. */
export const shippingRules: ShippingRules = {
  carriers: [
    { name: 'UPS', trackingPage: 'https://tracking.example/?number={number}' },
    { name: 'Own truck' },
  ],
  returnDays: 30,
}
