import { createContext } from 'react-router'
import { dollarsToCents } from '#platform/money.ts'
import type { Settings } from '#platform/settings.server.ts'
import type { OrderRules } from './order-caps.ts'

/** The order rules, for the loaders of server-rendered pages. */
export const orderRulesContext = createContext<OrderRules>()

/** Reads the order rules from the settings. */
export function orderRulesOf(settings: Settings): OrderRules {
  return {
    caps: {
      verified: {
        orders: settings.OPEN_ORDER_LIMIT,
        cents: dollarsToCents(settings.OPEN_ORDER_DOLLARS),
        stockPercent: settings.OPEN_ORDER_STOCK_PERCENT,
      },
      unverified: {
        orders: settings.UNPROVEN_ORDER_LIMIT,
        cents: dollarsToCents(settings.UNPROVEN_ORDER_DOLLARS),
        stockPercent: settings.UNPROVEN_ORDER_STOCK_PERCENT,
      },
    },
    perMinute: settings.ORDERS_PER_MINUTE,
    holdHours: settings.ORDER_HOLD_HOURS,
  }
}
