import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { type OwnOrdersQuery, ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import { fetchFoundOrders } from '#shop/orders/history/own-orders-client.ts'
import { MAX_ORDERS_IN_PAYMENT, type Order } from '#shop/orders/order.ts'
import type { OrderSelection } from '#shop/orders/table/order-cells.tsx'
import { showToast } from '#ui/toast.ts'

/**
 * The selection among the orders of a page, or among all that were found. Orders that leave the page
 * are no longer selected, unless all that were found are.
 */
export function useSelectedOrders(orders: Order[], wanted: OwnOrdersQuery) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  // The orders of all pages of a search, once they are selected.
  const [found, setFound] = useState<{ search: string; all: Order[] } | null>(null)
  const search = ownOrdersPath({ ...wanted, before: undefined, after: undefined })
  const choices = found?.search === search ? found.all : orders
  const selected = choices.filter(({ _id }) => ids.has(_id))
  const toggle: OrderSelection['toggle'] = ({ _id }) => {
    const others = new Set(ids)
    if (!others.delete(_id)) others.add(_id)
    setIds(others)
  }
  const select = (wanted: Order[]) => setIds(new Set(wanted.map(({ _id }) => _id)))
  return {
    orders: selected,
    has: ({ _id }: Order) => ids.has(_id),
    toggle,
    select,
    selectFound: (all: Order[]) => {
      setFound({ search, all })
      select(all)
    },
    clear: () => {
      setIds(new Set())
      setFound(null)
    },
  }
}

type SelectAllProps = {
  selection: ReturnType<typeof useSelectedOrders>
  /** The orders of the page. */
  orders: Order[]
}

/** Selects all orders of the page or none. */
export function SelectAll({ selection, orders }: SelectAllProps) {
  const isAll = orders.every(selection.has)
  return (
    <label className="select-all-orders">
      <input
        type="checkbox"
        aria-label="Select all on this page"
        checked={isAll}
        onChange={() => (isAll ? selection.clear() : selection.select(orders))}
      />
      <span>Select all</span>
    </label>
  )
}

type SelectFoundProps = SelectAllProps & {
  /** The search and tab of the page. */
  wanted: OwnOrdersQuery
  /** The minimum number of orders on all pages. */
  count: number
}

/** Once all orders of the page are selected, offers to select all that were found. */
export function SelectFound({ selection, orders, wanted, count }: SelectFoundProps) {
  const [isLoading, setLoading] = useState(false)
  const most = Math.min(count, MAX_ORDERS_IN_PAYMENT)
  const isOffered =
    orders.every(selection.has) && selection.orders.length < most && count > orders.length
  if (!isOffered) return null
  const selectFound = async () => {
    setLoading(true)
    try {
      selection.selectFound(await fetchFoundOrders(wanted))
    } catch (error) {
      await showToast('error', refusalText(error))
    }
    setLoading(false)
  }
  return (
    <button type="button" className="text-link" disabled={isLoading} onClick={selectFound}>
      {count > MAX_ORDERS_IN_PAYMENT
        ? `Select the newest ${MAX_ORDERS_IN_PAYMENT}`
        : `Select all ${count} found`}
    </button>
  )
}
