import { dollarsToCents, formatDollars } from '#platform/money.ts'
import type { OwnOrdersSummary } from '#shop/orders/history/order-lists-api.server.ts'
import { type OrderTab, type OwnOrdersQuery, ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import { StateTabs } from '#web/lists/state-tabs.tsx'

const names = {
  all: 'All',
  open: 'Open',
  paid: 'Paid',
  cancelled: 'Cancelled',
} satisfies Record<OrderTab, string>

type Counted = { count: number; total: number; more: boolean }

/** Returns the count of a tab; that of All is without the cancelled orders. */
export function countOf(summary: OwnOrdersSummary, tab: OrderTab): Counted {
  if (tab !== 'all') return summary[tab]
  const { open, paid } = summary
  return {
    count: open.count + paid.count,
    total: open.total + paid.total,
    more: open.more || paid.more,
  }
}

/** A count as text; "more than" where the server stopped counting. */
export function countText({ count, more }: Counted): string {
  return `${more ? 'more than ' : ''}${count.toLocaleString('en-US')}`
}

/** Switches between the statuses of a buyer's orders, within the current search. */
export function MyOrdersTabs(props: { wanted: OwnOrdersQuery; summary: OwnOrdersSummary }) {
  const { wanted: query, summary } = props
  const { search, since, until } = query
  return (
    <StateTabs
      label="Orders"
      names={names}
      countOf={(tab) => shortCount(summary, tab)}
      current={query.tab}
      to={(tab) => ownOrdersPath({ tab, search, since, until })}
    />
  )
}

function shortCount(summary: OwnOrdersSummary, tab: OrderTab): string {
  const { count, more } = countOf(summary, tab)
  return `${count.toLocaleString('en-US')}${more ? '+' : ''}`
}

export function UnpaidSum({ summary: { unpaid } }: { summary: OwnOrdersSummary }) {
  if (unpaid.count === 0) return null
  return (
    <p className="my-orders-sum">
      <strong>
        {countText(unpaid)} unpaid, {formatDollars(dollarsToCents(unpaid.due))}
      </strong>
    </p>
  )
}
