import { Link } from 'react-router'
import type { DeskSummary } from '#shop/orders/admin/all-orders-api.server.ts'
import { type DeskQuery, deskPath } from '#shop/orders/admin/desk-query.ts'
import { type DeskFilter, type DeskTab, deskTabs } from '#shop/orders/orders-query.ts'

const names = {
  all: 'All',
  unpaid: 'To pay',
  paid: 'Paid',
  'to-pack': 'To pack',
  'part-shipped': 'Part shipped',
  shipped: 'Shipped',
  'on-hold': 'On hold',
  returning: 'Returns',
  cancelled: 'Cancelled',
  open: 'Open',
  cancelling: 'Being cancelled',
  placed: 'With cancelled',
  stuck: 'Stuck',
} satisfies Record<DeskFilter, string>

type DeskTabsProps = { wanted: DeskQuery; tabs: DeskSummary['tabs'] }

/** Switches between the states of the orders, within the other filters. */
export function DeskTabs({ wanted, tabs }: DeskTabsProps) {
  const { state, before, after, ...filters } = wanted
  const isTab = deskTabs.some((tab) => tab === state)
  // Other states are reached by links of the start.
  const shown: DeskFilter[] = isTab ? [...deskTabs] : [...deskTabs, state]
  return (
    <nav className="segments segments-wide desk-tabs" aria-label="State of the orders">
      {shown.map((tab) => (
        <Link
          key={tab}
          to={deskPath({ ...filters, state: tab })}
          aria-current={tab === state ? 'page' : undefined}
        >
          <span>
            {names[tab]}{' '}
            <span className="order-state-count">{countText(tabs[tab as DeskTab])}</span>
          </span>
        </Link>
      ))}
    </nav>
  )
}

function countText(counted: DeskSummary['tabs'][DeskTab] | undefined): string {
  if (!counted) return ''
  return `${counted.count.toLocaleString('en-US')}${counted.more ? '+' : ''}`
}
