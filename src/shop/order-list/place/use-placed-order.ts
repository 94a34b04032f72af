import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { Order } from '#shop/orders/order.ts'
import { payableLines } from '#shop/orders/order-contents.ts'
import { fetchOrder } from '#shop/orders/page/orders-client.ts'

/** The order that was placed on this page; its number is in the URL, so that a reload shows it again. */
export function usePlacedOrder() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const currentUser = useCurrentUser()
  const number = query.get('order')
  const [order, setOrder] = useState<Order | null>(null)
  const [error, setError] = useState<unknown>(null)
  /** Counts the orders and lists that the URL led to, other than an order just placed. */
  const [visit, setVisit] = useState(0)
  const shown = useRef<string | null>(null)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])

  const load = async (number: string) => {
    setError(null)
    await fetchOrder(number).then((order) => {
      shown.current = number
      // The API gives admins every buyer's order.
      const isMine = !currentUser?.isAdmin || order.email === currentUser.email
      const isShown = order.status === 'paid' || payableLines(order).length > 0
      if (isMine && isShown) setOrder(order)
      else void navigate(href('/dashboard/orders/:id', { id: number }), { replace: true })
    }, setError)
  }
  const loadLatest = useRef(load)
  loadLatest.current = load

  useEffect(() => {
    if (number === shown.current) return
    shown.current = number
    setOrder(null)
    setError(null)
    setVisit((count) => count + 1)
    if (number !== null) void loadLatest.current(number)
  }, [number])

  return {
    order,
    error,
    visit,
    isLoading: number !== null && order === null && error === null,
    show: (order: Order) => {
      shown.current = order.number
      // The buyer has left the page while the shop placed the order.
      if (!isMounted.current) return
      // The list loses its lines next; without an order the panel would unmount the card form.
      flushSync(() => setOrder(order))
      const to = withQuery(href('/order-list'), { order: order.number })
      void navigate(to, { replace: true, preventScrollReset: true })
    },
    reload: async () => {
      if (shown.current !== null) await load(shown.current)
    },
  }
}
