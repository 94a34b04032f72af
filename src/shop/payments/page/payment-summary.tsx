import { formatDollars } from '#platform/money.ts'
import { HeldUntil } from '#shop/orders/history/held-until.tsx'
import { lineTotal, type OrderLine } from '#shop/orders/order.ts'
import { Fact } from '#ui/fact.tsx'
import { KeepUnits } from '#ui/keep-units.tsx'

/** What is being paid: product, SKU, quantity, shipping address and total. */
export function PaymentSummary({ order }: { order: OrderLine }) {
  return (
    <>
      <p>Order {order.orderNumber}</p>
      <dl className="payment-summary">
        <Fact term="Product">
          <KeepUnits text={order.productName} />
        </Fact>
        <Fact term="SKU">{order.sku}</Fact>
        <Fact term="Quantity">{order.quantity.toLocaleString('en-US')}</Fact>
        <Fact term="Ship to">{order.address}</Fact>
        <Fact term="Total">
          <strong>{formatDollars(lineTotal(order))}</strong>
        </Fact>
      </dl>
      <p>
        <HeldUntil order={order} />
      </p>
    </>
  )
}

const CARDS = [
  ['4242 4242 4242 4242', 'is charged'],
  ['4000 0025 0000 3155', 'asks for authentication'],
  ['4000 0000 0000 0002', 'is declined'],
]

/** Lists the test cards of the demo's card simulator. */
export function TestCards() {
  return (
    <aside className="test-cards" aria-label="Test cards">
      <p>This is a demo: no money moves. Any future date and any CVC go with these test cards.</p>
      <ul>
        {CARDS.map(([number, effect]) => (
          <li key={number}>
            <code>{number}</code> {effect}
          </li>
        ))}
      </ul>
    </aside>
  )
}
