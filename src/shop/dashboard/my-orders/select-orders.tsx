import { useState } from 'react'
import type { OrderSelection } from '#shop/orders/history/order-selection.ts'
import type { Order } from '#shop/orders/order.ts'

/** The selection among the orders of a page; orders that leave the page are no longer selected. */
export function useSelectedOrders(orders: Order[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = orders.filter(({ _id }) => ids.has(_id))
  const toggle: OrderSelection['toggle'] = ({ _id }) => {
    const others = new Set(ids)
    if (!others.delete(_id)) others.add(_id)
    setIds(others)
  }
  return {
    orders: selected,
    has: ({ _id }: Order) => ids.has(_id),
    toggle,
    select: (wanted: Order[]) => setIds(new Set(wanted.map(({ _id }) => _id))),
    clear: () => setIds(new Set()),
  }
}

type SelectAllProps = { selection: ReturnType<typeof useSelectedOrders>; orders: Order[] }

/** Selects all orders of the page, or none. */
export function SelectAll({ selection, orders }: SelectAllProps) {
  const isAll = selection.orders.length === orders.length
  return (
    <label className="select-all-orders">
      <input
        type="checkbox"
        checked={isAll}
        onChange={() => (isAll ? selection.clear() : selection.select(orders))}
      />
      Select all on this page
    </label>
  )
}
