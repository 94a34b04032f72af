import { Link } from 'react-router'
import { myOrdersPath, type OwnOrders } from './order-list.ts'

const tabs = { listed: 'Orders', cancelled: 'Cancelled' } satisfies Record<OwnOrders, string>

/** Switches between a buyer's listed and cancelled orders. */
export function MyOrdersTabs({ which }: { which: OwnOrders }) {
  return (
    <nav className="order-states" aria-label="Orders">
      {(Object.keys(tabs) as OwnOrders[]).map((tab) => (
        <Link
          key={tab}
          to={myOrdersPath(tab)}
          aria-current={tab === which ? 'page' : undefined}
          className="order-state"
        >
          {tabs[tab]}
        </Link>
      ))}
    </nav>
  )
}
