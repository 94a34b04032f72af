import { conflict, forbidden, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'

/** Why a user was not promoted, demoted, deleted or exempted from tax. */
export type UserRefusal =
  | Refusal<'no-such-user' | 'not-allowed' | 'own-role' | 'email-not-verified' | 'taxed-as-company'>
  | (Refusal<'last-admin'> & { attempt: 'demote' | 'delete' })

/**
 * Maps refusals of the user endpoints to responses. Missing users and users that the caller may not
 * see get the same one.
 */
export const refuseUser = refusals<UserRefusal>({
  'no-such-user': notFound('User not found.'),
  'not-allowed': forbidden('Only an admin may do this.'),
  'email-not-verified': conflict('This user hasn’t confirmed the address, so it may not be theirs.'),
  'taxed-as-company': conflict('This user is taxed as a member of a company: change the tax of the company.'),
  'own-role': conflict('This is your own role: confirm that you give it up (confirm=own-role).'),
  'last-admin': conflict(({ attempt }) =>
    attempt === 'delete' ? 'The last admin can’t be deleted.' : 'The last admin can’t be demoted.',
  ),
})
