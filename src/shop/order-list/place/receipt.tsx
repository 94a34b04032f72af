import { useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { fetchDocuments, saveDocument } from '#shop/documents/documents-client.ts'
import { countedLines } from '#shop/order-list/store/order-list.ts'
import type { Order } from '#shop/orders/order.ts'
import { OrderAgain } from '#shop/orders/page/order-again.tsx'
import { Button, buttonVariant } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'

/** The receipt of an order that was placed here and paid. */
export function Receipt({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { busy, save } = useSave(async () => {
    const documents = await fetchDocuments(order._id)
    const invoice = documents.find(({ kind }) => kind === 'invoice')
    if (!invoice) throw new Error(`Order ${order.number} has no invoice`)
    await saveDocument(invoice)
  })
  return (
    <section className="receipt">
      <h1 ref={heading} tabIndex={-1} className="page-title work-title">
        Paid
      </h1>
      <p>
        Order {order.number}, {countedLines(order.lines.length)},{' '}
        {formatDollars(dollarsToCents(order.total))}.
      </p>
      <p className="placed-buttons">
        <Button busy={busy} onClick={save}>
          Invoice (PDF)
        </Button>
        <Link
          to={href('/dashboard/orders/:id', { id: order.number })}
          className={buttonVariant.quiet}
        >
          Order {order.number}
        </Link>
        <OrderAgain orders={[order]} />
        <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
          My Orders
        </Link>
      </p>
    </section>
  )
}
