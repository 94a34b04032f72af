import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { href, useNavigate, useSearchParams } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import type { Order } from '#shop/orders/order.ts'
import { payableLines } from '#shop/orders/order-contents.ts'
import { fetchOrder } from '#shop/orders/orders-client.ts'

/** The order that was placed on this page; its number is in the URL, so that a reload shows it again. */
export function usePlacedOrder() {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const number = query.get('order')
  const [order, setOrder] = useState<Order | null>(null)
  const [error, setError] = useState<unknown>(null)
  const shown = useRef<string | null>(null)

  const load = async (number: string) => {
    setError(null)
    await fetchOrder(number).then((order) => {
      shown.current = number
      if (order.status === 'paid' || payableLines(order).length > 0) setOrder(order)
      else void navigate(href('/dashboard/orders/:id', { id: number }), { replace: true })
    }, setError)
  }
  const loadLatest = useRef(load)
  loadLatest.current = load

  useEffect(() => {
    if (number === shown.current) return
    shown.current = number
    setOrder(null)
    if (number !== null) void loadLatest.current(number)
  }, [number])

  return {
    order,
    error,
    isLoading: number !== null && order === null && error === null,
    /** Shows an order that was just placed. */
    show: (order: Order) => {
      shown.current = order.number
      // At once: without lines and without an order, the card form would be gone.
      flushSync(() => setOrder(order))
      const to = withQuery(href('/order-list'), { order: order.number })
      void navigate(to, { replace: true, preventScrollReset: true })
    },
    reload: async () => {
      if (shown.current !== null) await load(shown.current)
    },
  }
}
