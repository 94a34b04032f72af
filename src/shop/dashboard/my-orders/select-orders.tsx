import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { type OwnOrdersQuery, ownOrdersPath } from '#shop/orders/history/own-orders.ts'
import { fetchFoundOrders } from '#shop/orders/history/own-orders-client.ts'
import { MAX_ORDERS_IN_PAYMENT, type Order } from '#shop/orders/order.ts'
import { showToast } from '#ui/toast.ts'
import { useSelection } from '#web/lists/list-selection.tsx'

/** The selection among the orders of a page, or among all that were found. */
export function useSelectedOrders(page: Order[], query: OwnOrdersQuery) {
  // The orders of all pages of a search, once they are selected.
  const [result, setResult] = useState<{ search: string; all: Order[] } | null>(null)
  const search = ownOrdersPath({ ...query, before: undefined, after: undefined })
  const choices = result?.search === search ? result.all : page
  const selection = useSelection(choices.map(({ _id }) => _id))
  const isPage = page.every(({ _id }) => selection.has(_id))
  const clear = () => {
    selection.clear()
    setResult(null)
  }
  return {
    ...selection,
    orders: choices.filter(({ _id }) => selection.has(_id)),
    isAll: isPage,
    toggleAll: () => (isPage ? clear() : selection.select(page.map(({ _id }) => _id))),
    selectFound: (all: Order[]) => {
      setResult({ search, all })
      selection.select(all.map(({ _id }) => _id))
    },
    clear,
  }
}

type SelectFoundProps = {
  selection: ReturnType<typeof useSelectedOrders>
  /** The search and tab of the page, and its number of orders. */
  wanted: OwnOrdersQuery
  shown: number
  /** The minimum number of orders on all pages. */
  count: number
}

/** Once all orders of the page are selected, offers to select all that were found. */
export function SelectFound({ selection, wanted: query, shown, count }: SelectFoundProps) {
  const [isLoading, setLoading] = useState(false)
  const most = Math.min(count, MAX_ORDERS_IN_PAYMENT)
  const isOffered = selection.isAll && selection.orders.length < most && count > shown
  if (!isOffered) return null
  const selectFound = async () => {
    setLoading(true)
    try {
      selection.selectFound(await fetchFoundOrders(query))
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
