import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import type { ContractOverlap } from './contract-overlap.server.ts'

/** Why a price list or its rows were not changed. */
export type PriceRefusal =
  | Refusal<
      | 'no-such-list'
      | 'no-such-audience'
      | 'no-such-product'
      | 'ends-first'
      | 'stale-rows'
      | 'no-such-user'
    >
  | ContractOverlap

/** Maps refusals of the price endpoints to responses. */
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
  'stale-rows': {
    status: 409,
    text: 'Another admin has changed this list. Your rows are not lost: compare them with the list, then save again.',
  },
  'contracts-overlap': {
    status: 409,
    text: ({ list, sku }) =>
      `The contract “${list}” of this company has a price for ${sku} on the same days. Only one contract may apply.`,
  },
})
