import { type Refusal, refusals } from '#platform/http/api/refusals.server.ts'

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
>

export const refuseCompany = refusals<CompanyRefusal>({
  'no-such-company': { status: 404, text: 'There is no such company.' },
  'no-such-group': {
    status: 422,
    code: 'invalid',
    text: 'This group does not exist any more.',
    field: 'group',
  },
  'unknown-group': { status: 404, text: 'There is no such group.' },
  'no-such-member': { status: 404, text: 'There is no such user.' },
  'known-group': { status: 409, text: 'There is a group of this name already.', field: 'name' },
  'known-erp-number': { status: 409, text: 'Another company has this number.', field: 'erpNumber' },
  'stale-company': {
    status: 409,
    text: 'The company was changed in the meantime. Reload the page, then change it again.',
  },
  merged: { status: 409, text: 'This company was merged into another one.' },
  'same-company': { status: 422, code: 'invalid', text: 'Choose another company.', field: 'into' },
  'in-another-company': { status: 409, text: 'This user belongs to another company.' },
  'not-verified': {
    status: 409,
    text: 'This user hasn’t confirmed the address, so it may not be theirs.',
  },
})
