import { useState } from 'react'
import { href, useNavigate } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { reorderState } from '#shop/order-list/reorder.ts'
import type { Order } from '#shop/orders/order.ts'
import { fetchMyOrders } from '#shop/orders/orders-client.ts'
import { Button } from '#ui/button.tsx'
import { monthOf, monthText, recentMonths } from './months.ts'

const PAGE = 500
const MOST_PAGES = 20

/** Puts all orders of a month into the order list, at today's prices. */
export function ReorderMonth({ email }: { email: string }) {
  const navigate = useNavigate()
  const [months] = useState(() => recentMonths(new Date().toISOString()))
  const [month, setMonth] = useState(months[0] ?? '')
  const [isLoading, setLoading] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const reorder = async () => {
    setLoading(true)
    setFault(null)
    try {
      const orders = await ordersOf(email, month)
      if (orders.length > 0) await navigate(href('/order-list'), { state: reorderState(orders) })
      else setFault(`You ordered nothing in ${monthText(month)}.`)
    } catch (error) {
      setFault(refusalText(error))
    } finally {
      setLoading(false)
    }
  }
  return (
    <div className="reorder-month">
      <select
        className="field-input"
        aria-label="Month to order again"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      >
        {months.map((month) => (
          <option key={month} value={month}>
            {monthText(month)}
          </option>
        ))}
      </select>
      <Button variant="quiet" busy={isLoading} onClick={reorder}>
        Order this month again
      </Button>
      <span role="status">{fault}</span>
    </div>
  )
}

/** Fetches the orders of a month; they come newest first, so it stops at an earlier one. */
async function ordersOf(email: string, month: string): Promise<Order[]> {
  const found: Order[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const orders = await fetchMyOrders(email, { size: PAGE, page })
    found.push(...orders.filter(({ createdAt }) => monthOf(createdAt) === month))
    const last = orders.at(-1)
    if (!last || orders.length < PAGE || monthOf(last.createdAt) < month) break
  }
  return found
}
