import { href, Link } from 'react-router'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { HeldUntil } from '#shop/orders/history/held-until.tsx'
import { lineTotal, type OrderLine } from '#shop/orders/order.ts'
import type { PayablePayment } from '#shop/payments/payment-json.server.ts'
import { amountDetails, amountsOf, BEFORE_TAX } from '#shop/tax/amount-details.ts'
import { DescriptionItem } from '#ui/description-item.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

type Summary = Pick<PayablePayment, 'lines' | 'net' | 'tax' | 'total'>

/** More lines than this are closed at first. */
const MAX_OPEN_LINES = 5

/** The contents of a payment: its lines, net and tax if there is tax, and the total. */
export function PaymentSummary({ payment }: { payment: Summary }) {
  const { lines } = payment
  const [first, ...others] = lines
  const soonest = lines.toSorted(byHeldUntil)[0]
  return (
    <section className="payment-summary" aria-labelledby="payment-summary">
      <h2 id="payment-summary">{ordersText(lines)}</h2>
      {first && others.length === 0 ? (
        <OneLine line={first} payment={payment} />
      ) : lines.length <= MAX_OPEN_LINES ? (
        <Lines payment={payment} />
      ) : (
        <details>
          <summary className="min-h-44 font-600">
            {lines.length} lines, {dollars(payment.total)}
          </summary>
          <Lines payment={payment} />
        </details>
      )}
      {first?.company && <p>For {first.company.name}</p>}
      {soonest && (
        <p>
          <HeldUntil order={soonest} />
        </p>
      )}
    </section>
  )
}

function ordersText(lines: OrderLine[]): string {
  const [number, ...others] = new Set(lines.map(({ orderNumber }) => orderNumber))
  return others.length > 0 ? `${others.length + 1} orders` : `Order ${number}`
}

function OneLine({ line, payment }: { line: OrderLine; payment: Summary }) {
  return (
    <dl className="pairs mt-8 mb-12 border-top pre-line break-anywhere">
      <DescriptionItem term="Product">
        <KeepUnits text={line.productName} />
      </DescriptionItem>
      <DescriptionItem term="SKU">{line.sku}</DescriptionItem>
      <DescriptionItem term="Quantity">{line.quantity.toLocaleString('en-US')}</DescriptionItem>
      <DescriptionItem term="Ship to">{line.address}</DescriptionItem>
      {partsOf(payment).map(([term, amount]) => (
        <DescriptionItem term={term} key={term}>
          {amount}
        </DescriptionItem>
      ))}
      <DescriptionItem term="Total">
        <strong className="text-24 font-720">{dollars(payment.total)}</strong>
      </DescriptionItem>
    </dl>
  )
}

function Lines({ payment }: { payment: Summary }) {
  // The heading names a single order.
  const isOneOrder = new Set(payment.lines.map(({ orderId }) => orderId)).size === 1
  return (
    <table className="payment-orders ruled border-top w-full mt-8 mb-12">
      <caption className="visually-hidden">What this payment pays</caption>
      <thead>
        <tr>
          <th scope="col" className="soft">
            {isOneOrder ? 'Product' : 'Order'}
          </th>
          <th scope="col" className="soft">
            Quantity
          </th>
          <th scope="col" className="soft">
            Total{payment.tax > 0 && <small> {BEFORE_TAX}</small>}
          </th>
        </tr>
      </thead>
      <tbody>
        {payment.lines.map((line) => (
          <tr key={line._id}>
            <th scope="row">
              {!isOneOrder && (
                <Link to={href('/dashboard/orders/:id', { id: line.orderNumber })}>{line.orderNumber}</Link>
              )}
              <span className="block break-anywhere">
                <KeepUnits text={line.productName} /> <span className="unbroken">({line.sku})</span>
              </span>
            </th>
            <td>{line.quantity.toLocaleString('en-US')}</td>
            <td>{formatDollars(lineTotal(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {partsOf(payment).map(([term, amount]) => (
          <tr key={term}>
            <th scope="row" colSpan={2}>
              {term}
            </th>
            <td>{amount}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            Total
          </th>
          <td>
            <strong className="text-24 font-720">{dollars(payment.total)}</strong>
          </td>
        </tr>
      </tfoot>
    </table>
  )
}

/** Net and tax, where there is tax. */
function partsOf(payment: Summary): [string, string][] {
  return amountDetails('Total', amountsOf(payment)).slice(0, -1)
}

function dollars(amount: number): string {
  return formatDollars(dollarsToCents(amount))
}

function byHeldUntil(a: OrderLine, b: OrderLine): number {
  return (a.heldUntil ?? '').localeCompare(b.heldUntil ?? '')
}
