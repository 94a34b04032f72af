import { conflict, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'
import { MAX_NAMED_LISTS } from './order-list.ts'

/** Why a list was not read or saved. */
export type ListRefusal = Refusal<
  'list-changed' | 'no-such-list' | 'name-taken' | 'too-many-lists' | 'link-expired'
>

export const refuseList = refusals<ListRefusal>({
  'list-changed': conflict('The list was changed on another device. Please read it again.'),
  'no-such-list': notFound('There is no such list.'),
  'name-taken': conflict('You have a list with this name.', 'name'),
  'too-many-lists': conflict(`You can have at most ${MAX_NAMED_LISTS} named lists.`),
  'link-expired': notFound('This link has expired or was revoked.'),
})
