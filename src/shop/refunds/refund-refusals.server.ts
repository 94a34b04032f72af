import {
  conflict,
  malformed,
  notFound,
  type Refusal,
  refusals,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { type Cents, formatDollars } from '#platform/money.ts'
import { onlySome } from '#shop/pieces/pieces.ts'

/** Why pieces of a product are not refunded, of which others may be. */
export type PiecesRefusal = Refusal<
  'too-many-pieces' | 'in-a-shipment' | 'given-up' | 'not-received' | 'not-shipped' | 'was-shipped'
> & { productName: string; left: number }

type RefundRefusal =
  | PiecesRefusal
  | { refused: 'too-much'; left: Cents }
  | { refused: 'no-such-line'; lineId: string }
  | Refusal<'no-such-return' | 'no-such-order' | 'no-such-refund' | 'not-failed'>
  | Refusal<'no-such-payment' | 'not-captured' | 'key-missing' | 'key-reused'>

const onlySomeCan = (rest: string) => ({
  status: 409 as const,
  text: ({ productName, left }: PiecesRefusal) => `${onlySome(left, productName)} ${rest}`,
  field: 'lines',
})

export const refuseRefund = refusals<RefundRefusal>({
  'no-such-order': notFound('There is no such order.'),
  'no-such-payment': notFound('There is no such payment.'),
  'not-captured': conflict('No money was captured by this payment.'),
  'too-much': conflict(({ left }) => `${formatDollars(left)} of this payment can still be refunded.`),
  'no-such-line': unprocessable(({ lineId }) => `This payment has no line ${lineId}.`, 'lines'),
  'too-many-pieces': onlySomeCan('can still be refunded.'),
  'in-a-shipment': onlySomeCan('can be refunded now. To refund more, cancel the packed parcel first.'),
  'given-up': onlySomeCan(
    'can be refunded as pieces: the others belong to an earlier refund. Refund an amount instead.',
  ),
  'not-shipped': onlySomeCan('can be refunded as shipped pieces.'),
  'not-received': onlySomeCan('came with this return and can still be refunded.'),
  'no-such-refund': notFound('There is no such refund.'),
  'not-failed': conflict('This refund did not fail, or was already made again.'),
  'was-shipped': conflict(
    ({ productName }) => `Pieces of ${productName} were shipped. They go back to stock with a return.`,
    'lines',
  ),
  'no-such-return': unprocessable('No such return with tools of this payment was received.', 'return'),
  'key-missing': malformed('A refund needs an Idempotency-Key, so that a repeated request refunds once.'),
  'key-reused': unprocessable('The same Idempotency-Key was sent with a different request.'),
})
