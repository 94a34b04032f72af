import { useCallback, useEffect, useRef } from 'react'
import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { fetchDocuments, saveDocument } from '#shop/documents/documents-client.ts'
import { countedLines } from '#shop/list-store/order-list.ts'
import { OrderAgain } from '#shop/order-list/reorder/order-again.tsx'
import type { Order } from '#shop/orders/order.ts'
import { cardsOf } from '#shop/orders/order-contents.ts'
import { addressOf } from '#shop/orders/order-facts.tsx'
import { Button, buttonVariant } from '#ui/button.tsx'
import { DescriptionItem } from '#ui/description-item.tsx'
import { useSave } from '#ui/use-save.ts'
import { useLoaded } from '#web/use-loaded.ts'
import { ListedLines } from './placed-lines.tsx'

export function Receipt({ order }: { order: Order }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const invoice = useLoaded(
    useCallback(async () => {
      const documents = await fetchDocuments(order._id)
      return documents.find(({ kind }) => kind === 'invoice')
    }, [order._id]),
  ).value
  const { busy, save } = useSave(async () => {
    if (!invoice) throw new Error(`Order ${order.number} has no invoice`)
    await saveDocument(invoice)
  })
  return (
    <section className="receipt content-start grid gap-16 justify-items-start">
      <h1 ref={heading} tabIndex={-1} className="page-title work-title">
        Paid
      </h1>
      <p>
        Order {order.number}, {countedLines(order.lines.length)}, {formatDollars(dollarsToCents(order.total))}
        .
      </p>
      <p className="buttons">
        <Button busy={busy} disabled={!invoice} onClick={save}>
          Invoice (PDF)
        </Button>
        <Link to={href('/dashboard/orders/:id', { id: order.number })} className={buttonVariant.quiet}>
          Order {order.number}
        </Link>
        <OrderAgain orders={[order]} />
        <Link to={href('/dashboard/orders')} className={buttonVariant.quiet}>
          My Orders
        </Link>
      </p>
      <dl className="receipt-facts columns column-9 gap-16 gap-x-32 pre-line grid py-12 break-anywhere">
        {cardsOf(order) && <DescriptionItem term="Paid with">{cardsOf(order)}</DescriptionItem>}
        <DescriptionItem term="Invoice">
          {invoice?.number ?? '…'}
          <br />
          mailed to {order.email}
        </DescriptionItem>
        {order.company && <DescriptionItem term="Company">{order.company.name}</DescriptionItem>}
        <DescriptionItem term="Ship to">{addressOf(order)}</DescriptionItem>
        <DescriptionItem term="Next">
          We’ll pack your order and e-mail the tracking number when it ships.
        </DescriptionItem>
      </dl>
      <ListedLines order={order} />
    </section>
  )
}
