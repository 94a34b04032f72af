import { conflict, invalid, notFound, refusals } from '#platform/http/api/refusals.server.ts'
import type { DetailsRefusal } from './change-details.server.ts'

export const refuseDetails = refusals<DetailsRefusal>({
  'no-such-product': notFound('This tool is not for sale.'),
  stale: conflict('Images or documents were changed in the meantime. They are shown now; change them again.'),
  'foreign-image': invalid('Images must be uploaded to this shop', 'images'),
  'foreign-document': invalid('Documents must be uploaded to this shop', 'documents'),
})
