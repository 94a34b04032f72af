import {
  conflict,
  notFound,
  type Refusal,
  refusals,
  unprocessable,
} from '#platform/http/api/refusals.server.ts'
import { onlySome } from '#shop/pieces/pieces.ts'

/** Why a return was not requested, decided or received. */
export type ReturnRefusal =
  | Refusal<'no-such-order' | 'no-such-return' | 'returns-off' | 'too-late' | 'stale' | 'not-now'>
  | Refusal<'wrong-lines'>
  | (Refusal<'too-many-returns'> & { most: number })
  | (Refusal<'not-returnable'> & { productName: string; left: number })

export const refuseReturn = refusals<ReturnRefusal>({
  'no-such-order': notFound('There is no such order.'),
  'no-such-return': notFound('There is no such return.'),
  'returns-off': conflict('This shop does not accept returns.'),
  'too-late': conflict('The return period for these tools is over.'),
  'too-many-returns': conflict(
    ({ most }) => `An order can have at most ${most} returns. Please write to us.`,
  ),
  stale: conflict('This return was changed in the meantime. Please load it again.'),
  'not-now': conflict('The state of this return does not allow that.'),
  'wrong-lines': unprocessable('Name each line of the return once.', 'lines'),
  'not-returnable': conflict(
    ({ productName, left }) => `${onlySome(left, productName)} can be returned.`,
    'lines',
  ),
})
