import type { DeskSummary } from '#shop/order-desk/all-orders-api.server.ts'
import { type DeskQuery, deskPath } from '#shop/order-desk/desk-query.ts'
import { type DeskFilter, type DeskTab, deskTabs } from '#shop/orders/orders-query.ts'
import { StateTabs } from '#web/lists/state-tabs.tsx'

const names = {
  all: 'All',
  unpaid: 'To pay',
  paid: 'Paid',
  'to-pack': 'To pack',
  'part-shipped': 'Part shipped',
  shipped: 'Shipped',
  blocked: 'Blocked',
  returning: 'Returns',
  cancelled: 'Cancelled',
  open: 'Open',
  cancelling: 'Being cancelled',
  placed: 'With cancelled',
  expiring: 'Ending within 24 hours',
  stuck: 'Stuck',
} satisfies Record<DeskFilter, string>

type DeskTabsProps = { query: DeskQuery; tabs: DeskSummary['tabs'] }

/** Switches between the states of the orders, within the other filters. */
export function DeskTabs({ query, tabs }: DeskTabsProps) {
  const { state, before, after, ...filters } = query
  const isTab = deskTabs.some((tab) => tab === state)
  // Other states are reached by links of the start.
  const shown: DeskFilter[] = isTab ? [...deskTabs] : [...deskTabs, state]
  return (
    <StateTabs
      label="State of the orders"
      className="desk-tabs"
      names={names}
      states={shown}
      countOf={(tab) => countText(tabs[tab as DeskTab])}
      current={state}
      to={(tab) => deskPath({ ...filters, state: tab })}
    />
  )
}

function countText(counted: DeskSummary['tabs'][DeskTab] | undefined): string | undefined {
  if (!counted) return undefined
  return `${counted.count.toLocaleString('en-US')}${counted.more ? '+' : ''}`
}
