import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { lineTotal, type Order, type OrderDetails } from '#shop/orders/order.ts'
import { refundedText, shippedText } from '#shop/orders/order-contents.ts'
import { OrderStatusBadge } from '#shop/orders/order-status-badge.tsx'
import { Image } from '#ui/image.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type PanelLinesProps = {
  order: Order
  /** Undefined until they are loaded. */
  shipments: OrderDetails['shipments'] | undefined
}

/** The lines of an order, each with how much of it has left, and their sum. */
export function PanelLines({ order, shipments }: PanelLinesProps) {
  const { lines, net, tax, total, refunded } = order
  return (
    <section aria-labelledby="panel-lines">
      <h2 id="panel-lines">{lines.length === 1 ? '1 line' : `${lines.length} lines`}</h2>
      <ul className="order-panel-lines">
        {lines.map((line) => (
          <li
            className="grid gap-10 items-center py-8 border-bottom"
            key={line._id}
            data-status={line.status}
          >
            <Image imgURL={line.imgURL} alt="" sizes="3rem" width={48} height={36} background />
            <span>
              <KeepUnits text={line.productName} />
              <small className="block">
                {line.sku} · {line.quantity.toLocaleString('en-US')} ×{' '}
                {formatDollars(dollarsToCents(line.perPrice))}
              </small>
            </span>
            <span>
              <strong>{formatDollars(lineTotal(line))}</strong>
              <small className="block">{refundedText(line)}</small>
              {line.status === 'paid' ? (
                shipments && <small className="block">{shippedText(line, { shipments })}</small>
              ) : (
                <OrderStatusBadge status={line.status} />
              )}
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-8 text-right">
        {tax !== 0 && (
          <>
            Net {formatDollars(dollarsToCents(net))}, tax {formatDollars(dollarsToCents(tax))},{' '}
          </>
        )}
        Total <strong>{formatDollars(dollarsToCents(total))}</strong>
        {refunded !== undefined && <>, refunded {formatDollars(dollarsToCents(refunded))}</>}
      </p>
    </section>
  )
}
