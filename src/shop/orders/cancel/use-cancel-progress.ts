import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { pollUntil } from '#platform/http/poll-until.ts'
import type { OrderLine } from '#shop/orders/order.ts'
import { acknowledgeStock, fetchOrder } from '#shop/orders/orders-client.ts'
import { showToast } from '#ui/toast.ts'
import { type CancelledBy, cancelTexts } from './cancel-texts.ts'

/** Limits polling on long lists. */
const MOST_FOLLOWED = 5

/** Polls the cancelling orders of a page; reports each result and reloads the page's data. */
export function useCancelProgress(orders: readonly OrderLine[], by: CancelledBy): void {
  const { revalidate } = useRevalidator()
  const cancelling = orders.filter(({ status }) => status === 'cancelling')
  const ids = cancelling
    .slice(0, MOST_FOLLOWED)
    .map(({ _id }) => _id)
    .join(' ')
  useEffect(() => {
    const left = new AbortController()
    const follow = async (id: string) => {
      const isOver = ({ status }: OrderLine) => status !== 'cancelling'
      const order = await pollUntil(() => fetchOrder(id), isOver, left.signal)
      if (!order) return
      await showOutcome(order, by)
      await revalidate()
    }
    for (const id of ids.split(' ').filter(Boolean)) void follow(id)
    return () => left.abort()
  }, [ids, by, revalidate])
}

async function showOutcome(order: OrderLine, by: CancelledBy): Promise<void> {
  if (order.status === 'paid') {
    return showToast('error', `Order ${order.orderNumber} was paid before it could be cancelled.`)
  }
  if (order.status !== 'cancelled') return
  const { done, notRestored } = cancelTexts[by]
  // Another tab may have acknowledged it before; an admin's cancellation is acknowledged by the
  // buyer.
  const refusal = by === 'buyer' && (await acknowledgeStock(order).catch((error) => error))
  const isNotRestored = refusal instanceof RestRefusal && refusal.status === 409
  return isNotRestored ? showToast('error', notRestored) : showToast('success', done)
}
