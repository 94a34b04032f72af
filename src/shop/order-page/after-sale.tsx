import { useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { OrderDetails } from '#shop/orders/order.ts'
import { isRefundable, OrderRefunds } from '#shop/refunds/page/order-refunds.tsx'
import { RefundDialog } from '#shop/refunds/page/refund-dialog.tsx'
import type { RefundStart } from '#shop/refunds/page/refund-form.ts'
import { useOrderRefunds } from '#shop/refunds/page/refunds-client.ts'
import { OrderReturns } from '#shop/returns/page/order-returns.tsx'
import type { OrderReturns as Returns } from '#shop/returns/page/returns-client.ts'
import { refundablePieces } from '#shop/returns/refundable-pieces.ts'
import type { Return } from '#shop/returns/return-json.server.ts'

type AfterSaleProps = { order: OrderDetails; returns: Returns | null; by: 'buyer' | 'admin' }

export function AfterSale({ order, returns, by }: AfterSaleProps) {
  const isAdmin = useCurrentUser()?.isAdmin === true
  const { refunds, reload } = useOrderRefunds(order._id, isAdmin)
  const [refunding, setRefunding] = useState<{ start?: RefundStart } | null>(null)
  const payments = (refunds?.payments ?? []).filter(isRefundable)
  const refundOf = (of: Return) => {
    const pieces = refunds ? refundablePieces(of, { ...refunds, payments }) : {}
    if (Object.keys(pieces).length === 0) return undefined
    const start = { pieces, reason: `Return ${of.number}`, returnId: of._id }
    return () => setRefunding({ start })
  }
  // The list of returns leads here with the return to refund.
  const [params] = useSearchParams()
  const isOpened = useRef(false)
  const asked = returns?.returns.find(({ _id }) => _id === params.get('refund'))
  const openAsked = asked && refundOf(asked)
  useEffect(() => {
    if (!openAsked || isOpened.current) return
    isOpened.current = true
    openAsked()
  })
  return (
    <>
      <OrderReturns order={order} returns={returns} by={isAdmin ? 'admin' : by} refundOf={refundOf} />
      {isAdmin && (
        <OrderRefunds
          order={order}
          refunds={refunds}
          onRefund={(start) => setRefunding(start ? { start } : {})}
          onRepeated={reload}
        />
      )}
      {refunding && (
        <RefundDialog
          order={order}
          payments={payments}
          start={refunding.start}
          onClosed={() => setRefunding(null)}
          onMade={reload}
        />
      )}
    </>
  )
}
