import { cents, formatDollars } from '#platform/money.ts'
import { documentKinds, documentNames } from '#shop/documents/document.ts'
import type { OrderDetails, OrderLine } from '#shop/orders/order.ts'
import { lineText } from '#shop/orders/order-contents.ts'
import { DateTime } from '#ui/date-time.tsx'

const actors = { you: 'you', buyer: 'the buyer', admin: 'an admin' }

/** The history of an order, oldest first, with its mails folded. */
export function OrderTimeline({ order }: { order: OrderDetails }) {
  if (order.events.length === 0) return null
  const { mails = [], others = [] } = Object.groupBy(order.events, ({ kind }) =>
    kind === 'mail-sent' ? 'mails' : 'others',
  )
  return (
    <section className="order-timeline" aria-labelledby="order-timeline">
      <h2 id="order-timeline">History</h2>
      <Events events={others} order={order} />
      {mails.length > 0 && (
        <details className="mt-8">
          <summary>Mails ({mails.length})</summary>
          <Events events={mails} order={order} />
        </details>
      )}
    </section>
  )
}

function Events({ events, order }: { events: OrderEvent[]; order: OrderDetails }) {
  return (
    <ol>
      {events.map((event, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <li className="grid py-8 border-bottom" key={index}>
          <DateTime iso={event.at} />
          <span>
            {eventText(event, order)} {event.by !== 'shop' && <small>by {actors[event.by]}</small>}
          </span>
        </li>
      ))}
    </ol>
  )
}

const mails: Record<string, string> = {
  'order-placed': ': order received',
  'order-paid': ': payment completed',
  'order-refunded': ': refund',
  'order-cancelled': ': cancellation',
  'order-shipped': ': parcel shipped',
  'order-shipment-cancelled': ': parcel cancelled',
  'order-return-approved': ': return approved',
  'order-return-refused': ': return refused',
}

type OrderEvent = OrderDetails['events'][number]

function eventText({ kind, data }: OrderEvent, { lines }: OrderDetails): string {
  const amount = typeof data.cents === 'number' ? ` ${formatDollars(cents(data.cents))}` : ''
  switch (kind) {
    case 'placed':
      return 'Order placed'
    case 'line-cancelled':
      return cancelledText(lines.filter(({ _id }) => [data.lines].flat().includes(_id)))
    case 'payment-started':
      return `Payment${amount && ` of${amount}`} started`
    case 'paid':
      return `Paid${amount}`
    case 'refunded':
      return `Refunded${amount}`
    case 'document-issued':
      return `${nameOf(data.kind)} ${data.number ?? ''} issued`
    case 'mail-sent':
      return `Mail sent${mails[String(data.template)] ?? ''}`
    case 'packed':
    case 'shipped':
    case 'delivered':
    case 'shipment-cancelled':
      return `Parcel ${data.number ?? ''} ${kind.replace('shipment-', '')}`
    case 'return-requested':
    case 'return-approved':
    case 'return-refused':
    case 'return-received':
    case 'return-closed':
      return `Return ${data.number ?? ''} ${kind.slice('return-'.length)}`
  }
}

function cancelledText(lines: OrderLine[]): string {
  const [line] = lines
  if (line && lines.length === 1) return `Cancelled: ${lineText(line)}`
  return `${lines.length} lines cancelled`
}

const nameOf = (lineId: unknown) => documentNames[documentKinds.find((kind) => kind === lineId) ?? 'invoice']
