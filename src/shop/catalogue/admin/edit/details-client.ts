import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { fetchWithProgress } from '#platform/http/fetch-with-progress.ts'
import { authorizedFetch, signedIn } from '#shop/auth/access/authorized-fetch.ts'
import type { DetailsChanges } from '#shop/catalogue/admin/files/details-forms.ts'
import type { ManageDetailsApi } from '#shop/catalogue/admin/files/manage-details-api.server.ts'
import type { ProductDetailsApi } from '#shop/catalogue/details/product-details-api.server.ts'
import type { ProductDetails } from '#shop/catalogue/details/product-details-json.server.ts'
import type { SendFile } from '#ui/forms/use-upload.ts'
import type { UploadsApi } from './uploads/uploads-api.server.ts'

const client = restClient<ManageDetailsApi>(authorizedFetch)
// As the admin, who gets no cached response.
const reading = restClient<ProductDetailsApi>(authorizedFetch)

/** Lists that were changed elsewhere; `details` are the current ones. */
export class StaleDetails extends RestRefusal {
  readonly details: ProductDetails

  constructor({ details, ...body }: { code: string; message: string; details: ProductDetails }) {
    super(409, body)
    this.details = details
  }
}

export function fetchDetails(id: string): Promise<ProductDetails> {
  return answerOf(reading.products.details[':id'].$get({ param: { id } }))
}

/** Throws StaleDetails when the lists changed after they were loaded. */
export async function sendDetails(id: string, changes: DetailsChanges): Promise<ProductDetails> {
  const answer = await client.products.details[':id'].$put({ param: { id }, json: changes })
  if (answer.status === 409) throw new StaleDetails(await answer.json())
  return answerOf(Promise.resolve(answer))
}

/** Uploads a document and returns its URL path. */
export const sendDocument: SendFile = async (document, { onProgress, signal }) => {
  const { productDocuments } = restClient<UploadsApi>(signedIn(fetchWithProgress(onProgress)))
  const body = new FormData()
  body.append('document', document)
  return (await answerOf(productDocuments.$post({}, { init: { body, signal } }))).data.url
}
