import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { onlySome } from '#shop/pieces/pieces.ts'

/** Why a return was not requested, decided or received. */
export type ReturnRefusal =
  | Refusal<'no-such-order' | 'no-such-return' | 'returns-off' | 'too-late' | 'stale' | 'not-now'>
  | Refusal<'wrong-lines'>
  | (Refusal<'too-many-returns'> & { most: number })
  | (Refusal<'not-returnable'> & { productName: string; left: number })

export const refuseReturn = refusals<ReturnRefusal>({
  'no-such-order': { status: 404, text: 'There is no such order.' },
  'no-such-return': { status: 404, text: 'There is no such return.' },
  'returns-off': { status: 409, text: 'This shop does not accept returns.' },
  'too-late': { status: 409, text: 'The return period for these tools is over.' },
  'too-many-returns': {
    status: 409,
    text: ({ most }) => `An order can have at most ${most} returns. Please write to us.`,
  },
  stale: { status: 409, text: 'This return was changed in the meantime. Please load it again.' },
  'not-now': { status: 409, text: 'The state of this return does not allow that.' },
  'wrong-lines': { status: 422, text: 'Name each line of the return once.', field: 'lines' },
  'not-returnable': {
    status: 409,
    text: ({ productName, left }) => `${onlySome(left, productName)} can be returned.`,
    field: 'lines',
  },
})
