import { answerOf, RestRefusal } from '#platform/http/api/rest-client.ts'
import { refundsApi } from '#shop/refunds/page/refunds-client.ts'
import { refundablePieces } from '#shop/returns/refundable-pieces.ts'
import type { Return } from '#shop/returns/return-json.server.ts'

/**
 * Refunds what came with a return and returns it as it is then. Throws a RestRefusal unless that is exactly
 * its total, because several payments paid it or less is left of one: then an admin decides.
 */
export async function refundReturn(of: Return): Promise<Return> {
  const { orderId: id, total } = of
  const refunds = await answerOf(refundsApi.orders[':id'].refunds.$get({ param: { id } }))
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
    (await answerOf(call.preview.$post({ param, json: subject }))).total === total
  if (!isExact) {
    const message = 'Something of it was paid apart or refunded: press Refund … and choose'
    throw new RestRefusal(409, { code: 'not-exact', message })
  }
  const json = { ...subject, reason: `Return ${of.number}` }
  await answerOf(call.$post({ param, header: { 'idempotency-key': crypto.randomUUID() }, json }))
  return { ...of, refunding: total }
}
