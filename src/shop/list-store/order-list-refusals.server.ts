import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { MAX_NAMED_LISTS } from './order-list.ts'

/** Why a list was not read or saved. */
export type ListRefusal = Refusal<
  'list-changed' | 'no-such-list' | 'name-taken' | 'too-many-lists' | 'link-expired'
>

export const refuseList = refusals<ListRefusal>({
  'list-changed': {
    status: 409,
    text: 'The list was changed on another device. Please read it again.',
  },
  'no-such-list': { status: 404, text: 'There is no such list.' },
  'name-taken': { status: 409, text: 'You have a list with this name.', field: 'name' },
  'too-many-lists': { status: 409, text: `You can have at most ${MAX_NAMED_LISTS} named lists.` },
  'link-expired': { status: 404, text: 'This link has expired or was revoked.' },
})
