import { createContext } from 'react-router'
import { cents, dollarsToCents } from '#platform/money.ts'
import type { Settings } from '#platform/settings/settings.server.ts'
import type { OrderRules } from '#shop/orders/order-caps.ts'

/** The order rules, for the loaders of server-rendered pages. */
export const orderRulesContext = createContext<OrderRules>()

// Not configurable: the limits of all unverified buyers together, in percent and hours.
const ALL_UNVERIFIED_STOCK_PERCENT = 25
const UNVERIFIED_HOLD_HOURS = 2
// Of buyers who never paid, from one network or mail domain: in buyers, and in hours.
const NEVER_PAID_BUYERS = 3
const NEVER_PAID_HOLD_HOURS = 24

/** Reads the order rules from the settings. */
export function orderRulesOf(settings: Settings): OrderRules {
  const verified = capsOf(settings.OPEN_ORDERS)
  return {
    caps: {
      verified,
      unverified: capsOf(settings.OPEN_ORDERS_UNVERIFIED),
    },
    allUnverified: {
      // At least the share of one such buyer, which would otherwise be unreachable.
      stockPercent: Math.max(
        ALL_UNVERIFIED_STOCK_PERCENT,
        settings.OPEN_ORDERS_UNVERIFIED.stockPercent,
      ),
      holdHours: UNVERIFIED_HOLD_HOURS,
    },
    neverPaid: {
      cents: cents(NEVER_PAID_BUYERS * verified.cents),
      holdHours: NEVER_PAID_HOLD_HOURS,
    },
    perMinute: settings.ORDERS_PER_MINUTE,
    holdHours: settings.ORDER_HOLD_HOURS,
    taxPercent: settings.TAX_PERCENT,
  }
}

function capsOf({ orders, dollars, stockPercent }: Settings['OPEN_ORDERS']) {
  return { orders, cents: dollarsToCents(dollars), stockPercent }
}
