import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { reorderState } from '#shop/list-store/reorder.ts'
import { daysOf, monthText, recentMonths } from '#shop/orders/history/months.ts'
import { fetchFoundOrders } from '#shop/orders/history/own-orders-client.ts'
import { Button } from '#ui/button.tsx'
import { Options } from '#ui/forms/options.tsx'
import { PopoverButton } from '#ui/popover-button.tsx'

const MAX_ORDERS = 10_000

/** Puts all orders of a month into the order list, at today's prices. */
export function ReorderMonth() {
  const navigate = useNavigate()
  const [months] = useState(() => recentMonths(new Date().toISOString()))
  const [month, setMonth] = useState(months[0] ?? '')
  const [isLoading, setLoading] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const reorder = async () => {
    setLoading(true)
    setError(null)
    try {
      const query = { tab: 'all', search: '', ...daysOf(month) } as const
      const orders = await fetchFoundOrders(query, MAX_ORDERS)
      const state = reorderState(orders.flatMap(({ lines }) => lines))
      if (orders.length > 0) await navigate(href('/order-list'), { state })
      else setError(`You ordered nothing in ${monthText(month)}.`)
    } catch (error) {
      setError(refusalText(error))
    } finally {
      setLoading(false)
    }
  }
  return (
    <PopoverButton text="Reorder a past month" label="Order a past month again" className="reorder-month">
      <select
        className="field-input"
        aria-label="Month to order again"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      >
        <Options of={months.map((month) => [month, monthText(month)])} />
      </select>
      <Button variant="quiet" busy={isLoading} onClick={reorder}>
        Order this month again
      </Button>
      <p role="status">{error}</p>
    </PopoverButton>
  )
}
