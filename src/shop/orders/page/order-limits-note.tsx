import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OrderLimits } from '#shop/orders/purchase/order-limits-api.server.ts'

/** Shows a buyer's limits for unpaid orders, and how long they hold stock. */
export function OrderLimitsNote({ limits }: { limits: OrderLimits }) {
  const { orders, dollars, pieces, holdHours, freeDollars, emailVerified } = limits
  return (
    <p className="note">
      Unpaid orders hold their stock for {holdHours.toLocaleString('en-US')} hours. You can have up
      to {orders.most.toLocaleString('en-US')} unpaid orders, worth up to{' '}
      {formatDollars(dollarsToCents(dollars.most))}, with up to{' '}
      {pieces.most.toLocaleString('en-US')} pieces of this product
      {pieces.held > 0 && ` (you hold ${pieces.held.toLocaleString('en-US')} now)`}
      {emailVerified ? '.' : ', and more once your e-mail address is confirmed.'}
      {orders.held === 0 &&
        ` A first order of up to ${formatDollars(dollarsToCents(freeDollars)).replace('.00', '')} is always accepted.`}
    </p>
  )
}
