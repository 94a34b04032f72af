import { useState } from 'react'
import type { OrderDetails } from '#shop/orders/order.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { Button } from '#ui/button.tsx'
import { RequestReturnDialog } from './request-return-dialog.tsx'
import { ReturnEntry } from './return-entry.tsx'
import type { OrderReturns as Returns } from './returns-client.ts'

type OrderReturnsProps = {
  order: OrderDetails
  returns: Returns | null
  by: 'buyer' | 'admin'
  /** Returns the function that refunds a return; undefined while none of its pieces can be refunded. */
  refundOf: (of: Return) => (() => void) | undefined
}

export function OrderReturns({ order, returns, by, refundOf }: OrderReturnsProps) {
  const [isAsking, setAsking] = useState(false)
  if (returns === null) return <p>The returns of this order failed to load.</p>
  const canAsk = by === 'buyer' && returns.returnable.length > 0
  if (!canAsk && returns.returns.length === 0) return null
  return (
    <section className="order-returns" aria-labelledby="order-returns">
      <h2 id="order-returns">Returns</h2>
      <ul>
        {returns.returns.map((request) => (
          <ReturnEntry key={request._id} of={request} by={by} onRefund={refundOf(request)} />
        ))}
      </ul>
      {canAsk && (
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Return tools …
        </Button>
      )}
      {isAsking && (
        <RequestReturnDialog
          order={order}
          returnable={returns.returnable}
          onClosed={() => setAsking(false)}
        />
      )}
    </section>
  )
}
