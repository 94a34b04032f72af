import { type Refusal, refusals } from '#platform/http/refusals.server.ts'

/** Why a user was not deleted, or not demoted. */
export type ClosingRefusal =
  | Refusal<'no-such-user' | 'not-allowed'>
  | (Refusal<'last-admin'> & { wanted: 'demote' | 'delete' })

/** How the calls about users refuse. One answer is for a user who is missing and for one who is none of the caller's business. */
export const refuseUser = refusals<ClosingRefusal>({
  'no-such-user': { status: 404, text: 'User not found.' },
  'not-allowed': { status: 403, text: 'Only an admin may do this.' },
  'last-admin': {
    status: 409,
    text: ({ wanted }) =>
      wanted === 'delete' ? 'The last admin can’t be deleted.' : 'The last admin must stay one.',
  },
})
