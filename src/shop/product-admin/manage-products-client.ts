import { answerOf, RestRefusal } from '#platform/http/api/rest-client.ts'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { apiClient, apiResponses, authorizedFetch } from '#shop/auth/access/authorized-fetch.ts'
import type { createProductDetailsApi } from '#shop/catalogue/details/product-details-api.server.ts'
import type { FullManagedProduct } from '#shop/catalogue/product.ts'
import type { createManageDetailsApi } from '#shop/product-admin/files/manage-details-api.server.ts'
import type { createAdminProductsApi } from './admin-products-api.server.ts'
import type { createManageCategoriesApi } from './categories/manage-categories-api.server.ts'
import type { createManageProductsApi } from './manage-products-api.server.ts'
import type { ProductChanges } from './product-forms.ts'

/** The client of the admin's routes about the catalogue; it gets no cached answers. */
export const adminCatalogueApi = apiClient<
  | typeof createAdminProductsApi
  | typeof createManageProductsApi
  | typeof createManageCategoriesApi
  | typeof createManageDetailsApi
  | typeof createProductDetailsApi
>()
/** Whose refusals have what is stored now. */
export const productResponses = apiResponses<typeof createManageProductsApi | typeof createManageDetailsApi>()
  .products

/** An edit of an outdated version; `product` is the current one. */
export class StaleProduct extends RestRefusal {
  readonly product: FullManagedProduct

  constructor({ product, ...body }: { code: string; message: string; product: FullManagedProduct }) {
    super(409, body)
    this.product = product
  }
}

/** Throws a StaleProduct when the product changed after it was loaded. */
export async function sendProductChanges(id: string, changes: ProductChanges): Promise<FullManagedProduct> {
  const answer = await productResponses[':id'].$put({ param: { id }, json: changes })
  if (answer.status === 409) {
    const body = await answer.json()
    throw 'product' in body ? new StaleProduct(body) : new RestRefusal(409, body)
  }
  return answerOf(answer)
}

/** Saves all products, or those that a search finds, as a file that can be imported again. */
export const saveProducts = (format: 'csv' | 'xlsx', query = '') =>
  saveDownload(authorizedFetch(`/api/products/${format}${query}`), `products.${format}`)
