import { useEffect } from 'react'
import { pollUntil } from '#platform/http/poll-until.ts'
import type { Order, OrderDetails, OrderLine } from '#shop/orders/order.ts'
import { acknowledgeStock, fetchOrder } from '#shop/orders/page/orders-client.ts'
import { showToast } from '#ui/toast.ts'
import { useReload } from '#web/session-end.ts'
import { type CancelledBy, cancelTexts } from './cancel-texts.ts'

/** Limits polling on long lists. */
const MAX_FOLLOWED = 5

const isCancelling = ({ status }: OrderLine) => status === 'cancelling'

/** Polls the cancelling orders of a page; reports each result and reloads the page's data. */
export function useCancelProgress(orders: readonly Order[], by: CancelledBy): void {
  const { reload } = useReload()
  const cancelling = orders.filter(({ lines }) => lines.some(isCancelling))
  const followed = cancelling
    .slice(0, MAX_FOLLOWED)
    .map(({ _id, lines }) => [_id, ...lines.filter(isCancelling).map((line) => line._id)].join(','))
    .join(' ')
  useEffect(() => {
    const left = new AbortController()
    const follow = async (id: string, lineIds: string[]) => {
      const linesOf = (order: OrderDetails) => order.lines.filter((line) => lineIds.includes(line._id))
      const isOver = (order: OrderDetails) => !linesOf(order).some(isCancelling)
      const order = await pollUntil(() => fetchOrder(id), isOver, left.signal)
      if (!order) return
      await showOutcome(order, linesOf(order), by)
      await reload()
    }
    for (const key of followed.split(' ').filter(Boolean)) {
      const [id = '', ...lineIds] = key.split(',')
      void follow(id, lineIds)
    }
    return () => left.abort()
  }, [followed, by, reload])
}

async function showOutcome(order: Order, lines: OrderDetails['lines'], by: CancelledBy) {
  if (lines.some(({ status }) => status === 'paid')) {
    return showToast('error', `Order ${order.number} was paid before it could be cancelled.`)
  }
  const [line] = lines
  if (line?.status !== 'cancelled') return
  const { done, notRestored } = cancelTexts[by]
  // Another tab may have acknowledged it before; an admin's cancellation is acknowledged by the
  // buyer.
  if (by === 'buyer' && lines.length === 1) await acknowledgeStock(line).catch(() => {})
  const isNotRestored = lines.some(({ stockRestored }) => stockRestored === false)
  return isNotRestored ? showToast('error', notRestored) : showToast('success', done)
}
