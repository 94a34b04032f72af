import { RestRefusal, refusalText } from '#platform/http/api/rest-client.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'

const CANCELLED = {
  line: 'This order was cancelled and can’t be paid. Nothing was charged.',
  lines:
    'This payment was cancelled, because its orders changed. Nothing was charged. Orders that are still unpaid can be paid from My Orders.',
}

/** Returns the page's note when a cancelled payment was started again. */
export function changedText({ total }: Pick<PayablePayment, 'total'>): string {
  return `What is to be paid changed meanwhile. Nothing was charged. The total is now ${formatDollars(dollarsToCents(total))}: please check it and pay again.`
}

/** Returns why a cancelled payment can't be started again; only a missing one certainly charged nothing. */
export function notAgainText(error: unknown, { lines }: Pick<PayablePayment, 'lines'>): string {
  if (!(error instanceof RestRefusal)) return refusalText(error)
  const isGone = error.code === 'payment-cancelled' || error.code === 'no-such-order'
  if (isGone) return lines.length === 1 ? CANCELLED.line : CANCELLED.lines
  return error.message
}
