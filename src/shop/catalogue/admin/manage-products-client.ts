import { answerOf, RestRefusal, restClient } from '#platform/http/api/rest-client.ts'
import { fetchWithProgress } from '#platform/http/fetch-with-progress.ts'
import { authorizedFetch, signedIn } from '#shop/auth/access/authorized-fetch.ts'
import type { UploadsApi } from '#shop/catalogue/admin/edit/uploads/uploads-api.server.ts'
import type { ManagedProduct, ProductSort } from '#shop/catalogue/product.ts'
import type { Movement } from '#shop/inventory/stock-movement-json.server.ts'
import type { ShelfApi } from '#shop/shipping/parcels/shelf-api.server.ts'
import type { SendFile } from '#ui/forms/use-upload.ts'
import type { AdminProductsApi } from './admin-products-api.server.ts'
import type { ManageProductsApi } from './manage-products-api.server.ts'
import type { NewProductWithFiles, ProductChanges } from './product-forms.ts'

const client = restClient<ManageProductsApi>(authorizedFetch)
const shelves = restClient<ShelfApi>(authorizedFetch)
const lists = restClient<AdminProductsApi>(authorizedFetch)

/** An edit of an outdated version; `product` is the current one. */
export class StaleProduct extends RestRefusal {
  readonly product: ManagedProduct

  constructor({ product, ...body }: { code: string; message: string; product: ManagedProduct }) {
    super(409, body)
    this.product = product
  }
}

export function sendNewProduct(product: NewProductWithFiles): Promise<ManagedProduct> {
  return answerOf(client.products.$post({ json: product }))
}

/** Throws a StaleProduct when the product changed after it was loaded. */
export async function sendProductChanges(
  id: string,
  changes: ProductChanges,
): Promise<ManagedProduct> {
  const answer = await client.products[':id'].$put({ param: { id }, json: changes })
  if (answer.status === 409) {
    const body = await answer.json()
    throw 'product' in body ? new StaleProduct(body) : new RestRefusal(409, body)
  }
  return answerOf(Promise.resolve(answer))
}

export async function sendProductDeletion(id: string): Promise<void> {
  await answerOf(client.products[':id'].$delete({ param: { id } }))
}

/** Undoes a deletion; refused after half an hour. */
export function sendProductRestore(id: string): Promise<ManagedProduct> {
  return answerOf(client.products.restore[':id'].$put({ param: { id } }))
}

export function fetchManagedProduct(id: string): Promise<ManagedProduct> {
  return answerOf(lists.products.manage[':id'].$get({ param: { id } }))
}

export function fetchManagedProducts(query: {
  search: string
  stock?: 'low' | undefined
  sort: ProductSort
  size: number
  page: number
}): Promise<ManagedProduct[]> {
  const { size, page, ...how } = query
  return answerOf(
    lists.products.manage.$get({ query: { ...how, size: String(size), page: String(page) } }),
  )
}

export async function fetchManagedProductsCount(query: {
  search: string
  stock?: 'low' | undefined
}): Promise<number> {
  return (await answerOf(lists.products.manageCount.$get({ query }))).count
}

/** Fetches the recent stock movements of a product, latest first. */
export function fetchMovements(id: string): Promise<Movement[]> {
  return answerOf(lists.products.movements[':id'].$get({ param: { id } }))
}

/** Uploads an image and returns its URL path. */
export const sendImage: SendFile = async (image, { onProgress, signal }) => {
  const { images } = restClient<UploadsApi>(signedIn(fetchWithProgress(onProgress)))
  const body = new FormData()
  body.append('image', image)
  return (await answerOf(images.$post({}, { init: { body, signal } }))).data.url
}

/** The pieces of a product: those that can be ordered, those that are sold and not shipped, and both. */
export type ShelfCount = Awaited<ReturnType<typeof fetchShelf>>

export function fetchShelf(productId: string) {
  return answerOf(shelves.shipping.shelf[':productId'].$get({ param: { productId } }))
}
