import { conflict, invalid, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
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
  'no-such-list': notFound('There is no such price list.'),
  'no-such-user': notFound('There is no such user.'),
  'no-such-product': notFound('There is no such tool.'),
  'no-such-audience': invalid('This group or company does not exist any more.', 'for'),
  'ends-first': invalid('The last day is before the first', 'validUntil'),
  'follows-later-list': conflict(
    'The list that this one follows does not begin before it. Change the first day of one of them.',
  ),
  'price-too-high': invalid(`A price would be above ${formatDollars(LARGEST_PRICE)}`, 'raise'),
  'stale-rows': conflict(
    'Another admin has changed this list. Your rows are not lost: compare them with the list, then save again.',
  ),
  'contracts-overlap': conflict(overlapText),
})
