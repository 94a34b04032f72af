import { payTogether, reportPayment, retry } from '#prove/buyer-actions.ts'
import { confirmCard, intentOf } from '#prove/card-actions.ts'
import type { Random } from '#prove/random.ts'
import { PRODUCTS } from '#prove/seed.ts'
import type { ProofShop, Reply } from '#prove/shop.ts'
import type { Order } from '#shop/orders/order.ts'
import type { Pieces } from './shipping-actions.ts'

/** An order of which every line is paid, by one payment. */
export type PaidOrder = {
  _id: string
  number: string
  buyer: number
  paymentId: string
  lines: Pieces[]
}

export type NewPaidOrder = {
  key: string
  /** How many lines it has, and at most how many pieces each. */
  lines: number
  pieces: number
  card?: string
}

/** Places an order of random tools and pays all of it. Throws when that is refused. */
export async function buyOrder(
  shop: ProofShop,
  buyer: number,
  { key, lines, pieces, card }: NewPaidOrder,
  random: Random,
): Promise<PaidOrder> {
  const chosen = random
    .shuffle(PRODUCTS)
    .slice(0, lines)
    .map((productId) => ({ productId, quantity: random.integer(1, pieces) }))
  const order = expect200(
    'the order',
    await retry(() =>
      shop.send<Order>('order', '/api/orders', {
        method: 'POST',
        user: buyer,
        headers: { 'Idempotency-Key': key },
        body: { lines: chosen, name: 'Jane Buyer', address: '1 Anvil Street' },
      }),
    ),
  )
  const lineIds = order.lines.map(({ _id }) => _id)
  const payment = expect200('the payment', await retry(() => payTogether(shop, buyer, lineIds)))
  expect200('the card', await retry(() => confirmCard(shop, payment, card)))
  const intent = intentOf(payment.clientSecret)
  expect200('the report', await retry(() => reportPayment(shop, buyer, lineIds[0] ?? '', intent)))
  const { _id, number } = order
  return {
    _id,
    number,
    buyer,
    paymentId: payment._id,
    lines: order.lines.map(({ _id, quantity }) => ({ _id, quantity })),
  }
}

function expect200<Body>(what: string, { status, body }: Reply<Body>): Body {
  if (status !== 200) throw new Error(`${what} returned ${status} ${JSON.stringify(body)}`)
  return body
}
