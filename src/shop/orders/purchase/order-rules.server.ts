import { createContext } from 'react-router'
import { cents, dollarsToCents } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'

export const orderRulesContext = createContext<OrderRules>()

// Not configurable (product 10.16, 10.29).
const UNVERIFIED_HOLD_HOURS = 2
const NEW_HOLD_HOURS = 24
const PAY_AT_ONCE_HOURS = 0.25
const FREE_ORDER = cents(500_00)

export function orderRulesOf(settings: Settings): OrderRules {
  const verified = capsOf(settings.OPEN_ORDERS)
  return {
    caps: { verified, unverified: capsOf(settings.OPEN_ORDERS_UNVERIFIED) },
    unverifiedHoldHours: UNVERIFIED_HOLD_HOURS,
    newBuyers: {
      // All of them together hold what one buyer may.
      stockPercent: verified.stockPercent,
      holdHours: NEW_HOLD_HOURS,
      payAtOnceHours: PAY_AT_ONCE_HOURS,
    },
    freeOrder: FREE_ORDER,
    perMinute: settings.ORDERS_PER_MINUTE,
    holdHours: settings.ORDER_HOLD_HOURS,
    taxPercent: settings.TAX_PERCENT,
  }
}

function capsOf({ orders, dollars, stockPercent }: Settings['OPEN_ORDERS']) {
  return { orders, cents: dollarsToCents(dollars), stockPercent }
}
