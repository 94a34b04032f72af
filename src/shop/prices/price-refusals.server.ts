import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { formatDollars } from '#platform/money.ts'
import { LARGEST_PRICE } from './check-price-rows.ts'
import { type ContractOverlap, overlapText } from './contract-overlap.server.ts'

/** Why a price list or its rows were not changed. */
export type PriceRefusal =
  | Refusal<
      | 'no-such-list'
      | 'no-such-audience'
      | 'no-such-product'
      | 'ends-first'
      | 'follows-later-list'
      | 'stale-rows'
      | 'price-too-high'
      | 'no-such-user'
    >
  | ContractOverlap

export const refusePrices = refusals<PriceRefusal>({
  'no-such-list': { status: 404, text: 'There is no such price list.' },
  'no-such-user': { status: 404, text: 'There is no such user.' },
  'no-such-product': { status: 404, text: 'There is no such tool.' },
  'no-such-audience': {
    status: 422,
    code: 'invalid',
    text: 'This group or company does not exist any more.',
    field: 'for',
  },
  'ends-first': {
    status: 422,
    code: 'invalid',
    text: 'The last day is before the first',
    field: 'validUntil',
  },
  'follows-later-list': {
    status: 409,
    text: 'The list that this one follows does not begin before it. Change the first day of one of them.',
  },
  'price-too-high': {
    status: 422,
    code: 'invalid',
    text: `A price would be above ${formatDollars(LARGEST_PRICE)}`,
    field: 'raise',
  },
  'stale-rows': {
    status: 409,
    text: 'Another admin has changed this list. Your rows are not lost: compare them with the list, then save again.',
  },
  'contracts-overlap': { status: 409, text: overlapText },
})
