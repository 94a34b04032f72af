import { conflict, invalid, notFound, type Refusal, refusals } from '#platform/http/api/refusals.server.ts'

/** Why a company, its members or a group were not changed. */
export type CompanyRefusal = Refusal<
  | 'no-such-company'
  | 'no-such-group'
  | 'unknown-group'
  | 'no-such-member'
  | 'known-group'
  | 'known-erp-number'
  | 'stale-company'
  | 'merged'
  | 'same-company'
  | 'in-another-company'
  | 'not-verified'
  | 'no-company'
>

export const refuseCompany = refusals<CompanyRefusal>({
  'no-such-company': notFound('There is no such company.'),
  'no-such-group': invalid('This group does not exist any more.', 'group'),
  'unknown-group': notFound('There is no such group.'),
  'no-such-member': notFound('There is no such user.'),
  'known-group': conflict('There is a group of this name already.', 'name'),
  'known-erp-number': conflict('Another company has this number.', 'erpNumber'),
  'stale-company': conflict(
    'The company was changed in the meantime. Reload the page, then change it again.',
  ),
  'no-company': conflict('Only companies are in groups, and this user belongs to none.'),
  merged: conflict('This company was merged into another one.'),
  'same-company': invalid('Choose another company.', 'into'),
  'in-another-company': conflict('This user belongs to another company.'),
  'not-verified': conflict('This user hasn’t confirmed the address, so it may not be theirs.'),
})
