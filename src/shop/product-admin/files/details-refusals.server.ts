import { refusals } from '#platform/http/api/refusals.server.ts'
import type { DetailsRefusal } from './change-details.server.ts'

export const refuseDetails = refusals<DetailsRefusal>({
  'no-such-product': { status: 404, text: 'This tool is not for sale.' },
  stale: {
    status: 409,
    text: 'Images or documents were changed in the meantime. They are shown now; change them again.',
  },
  'foreign-image': {
    status: 422,
    code: 'invalid',
    text: 'Images must be uploaded to this shop',
    field: 'images',
  },
  'foreign-document': {
    status: 422,
    code: 'invalid',
    text: 'Documents must be uploaded to this shop',
    field: 'documents',
  },
})
