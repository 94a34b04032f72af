import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { dollarsToCents } from '#platform/money.ts'
import { refundsApi } from '#shop/refunds/page/refunds-client.ts'
import type { RefundPreview } from '#shop/refunds/refund-json.server.ts'
import { refundablePieces } from '#shop/returns/refundable-pieces.ts'
import type { Return } from '#shop/returns/return-json.server.ts'

/**
 * Refunds what came with a return and returns it as it is then. Throws a RestRefusal unless that is all of it
 * at its price, because several payments paid it or less is left of one: then an admin decides. The tax of a
 * part may be a cent more or less than that on its price, so that all parts return exactly the charge.
 */
export async function refundReturn(of: Return): Promise<Return> {
  const { orderId: id, total } = of
  const refunds = await refundsApi.orders[':id'].refunds.$get({ param: { id } })
  const pieces = Object.entries(refundablePieces(of, refunds))
  const lines = pieces.map(([_id, quantity]) => ({ _id, quantity: Number(quantity) }))
  const payment = refunds.payments.find((payment) =>
    lines.every((line) => payment.lines.some(({ _id }) => _id === line._id)),
  )
  const subject = { lines, return: of._id }
  const call = refundsApi.payments[':id'].refunds
  const param = { id: payment?._id ?? '' }
  const isExact =
    payment !== undefined &&
    lines.length > 0 &&
    sum(lines) === sum(of.lines.map(({ received: quantity }) => ({ quantity }))) &&
    isNearly(await call.preview.$post({ param, json: subject }), total)
  if (!isExact) {
    const message = 'Something of it was paid apart or refunded: press Refund … and choose'
    throw new RestRefusal(409, { code: 'not-exact', message })
  }
  const json = { ...subject, reason: `Return ${of.number}` }
  const header = { 'idempotency-key': crypto.randomUUID() }
  const { total: refunding } = await call.$post({ param, header, json })
  return { ...of, refunding }
}

const sum = (lines: { quantity: number }[]) => lines.reduce((all, line) => all + line.quantity, 0)

function isNearly({ less, total }: RefundPreview, expected: number): boolean {
  return less === 0 && Math.abs(dollarsToCents(total) - dollarsToCents(expected)) <= 1
}
