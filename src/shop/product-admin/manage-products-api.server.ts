import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import type { DocumentStore } from '#platform/documents/document-store.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { answers, body, refusal, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import type { Site } from '#platform/http/site.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { adminDelete } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { listFamiliesByName } from '#shop/catalogue/families/families.server.ts'
import { storeNoImage } from '#shop/catalogue/images/shown-image.server.ts'
import { productFields } from '#shop/catalogue/product-fields.ts'
import { fullManagedJson, toFullManagedJson } from '#shop/catalogue/product-json.server.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { findFullProduct } from '#shop/catalogue/products.server.ts'
import { findFiles } from './files/change-details.server.ts'
import { refuseDetails } from './files/details-refusals.server.ts'
import {
  addProduct,
  changeProduct,
  deleteProduct,
  discontinueProduct,
  restoreProduct,
} from './manage-products.server.ts'
import { newProductWithFiles, productChanges, withLowestPrice } from './product-forms.ts'

const params = z.object({ id: z.string() })

export function createManageProductsApi(environment: {
  db: Db
  images: ImageStore
  documents: DocumentStore
  site: Pick<Site, 'lowestPrice'>
}) {
  const { db, site } = environment
  const lowest = () => site.lowestPrice
  return restApi({
    addProduct: adminJson({
      endpoint: 'POST /products',
      body: withLowestPrice(newProductWithFiles, lowest),
      json: fullManagedJson,
      refusals: { 409: 'Another product has this SKU or GTIN, or two contracts would cover it' },
      respond: async ({ json, audit }) => {
        const { images: further = [], documents = [], ...product } = json
        const imgURL = await imageToStore(environment, product)
        const found = await findFiles(environment, { images: further, documents })
        const files = orRefuse(found, refuseDetails)
        const added = await addProduct(db, { ...product, imgURL }, files, audit)
        return toFullManagedJson(orRefuse(added, refuseProduct))
      },
    }),
    updateProduct: adminRoute({
      endpoint: 'PUT /products/{id}',
      request: { params, body: body(withLowestPrice(productChanges, lowest)) },
      responses: {
        200: answers('The updated product', fullManagedJson),
        404: refuses('No such product'),
        409: answers(
          'Another product has this SKU or GTIN, or the product or its stock changed in the meantime; then the response has the current product',
          z.union([
            z.object({
              code: z.literal('stale'),
              message: z.string(),
              product: fullManagedJson,
            }),
            refusal,
          ]),
        ),
      },
      respond: async (c) => {
        const changes = c.req.valid('json')
        const { id } = c.req.valid('param')
        const imgURL =
          changes.imgURL && (await imageToStore(environment, { ...changes, imgURL: changes.imgURL, id }))
        const changed = await changeProduct(db, id, { ...changes, imgURL }, c.var.audit)
        if (!('refused' in changed)) return c.json(toFullManagedJson(changed), 200)
        const refusal = refuseProduct(changed)
        if (changed.refused !== 'stale') throw refusal
        const { message } = refusal
        return c.json({ code: 'stale' as const, message, product: toFullManagedJson(changed.product) }, 409)
      },
    }),
    deleteProduct: adminDelete({
      endpoint: 'DELETE /products/{id}',
      missing: 'No such product',
      remove: (id, audit) => deleteProduct(db, id, audit),
      refuse: () => refuseProduct({ refused: 'no-such-product' }),
    }),
    discontinueProduct: adminJson({
      endpoint: 'PUT /products/discontinue/{id}',
      summary: 'Take a product off sale that is no longer made',
      description: 'Its page stays. Open orders are not affected.',
      params,
      body: z.object({ successor: productFields.sku.rule.nullable() }),
      json: fullManagedJson,
      refusals: {
        404: 'No such product',
        422: 'No product on sale has the SKU of the successor',
      },
      respond: async ({ params: { id }, json, audit }) => {
        const changed = await discontinueProduct(db, id, json.successor, audit)
        return toFullManagedJson(orRefuse(changed, refuseProduct))
      },
    }),
    restoreProduct: adminJson({
      endpoint: 'PUT /products/restore/{id}',
      summary: 'Put a discontinued or just deleted product back on sale',
      params,
      answer: 'On sale again',
      json: fullManagedJson,
      refusals: {
        404: 'No such product',
        409: 'Deleted too long ago, or two contracts would cover it',
      },
      respond: async ({ params: { id }, audit }) =>
        toFullManagedJson(orRefuse(await restoreProduct(db, id, audit), refuseProduct)),
    }),
  })
}

/**
 * Returns the image that a product stores: none of its own if it is given that of the family that
 * it is in or comes to (product 12.11).
 */
async function imageToStore(
  { db, images }: { db: Db; images: ImageStore },
  { imgURL, family, id }: { imgURL: string; family?: string | null | undefined; id?: string },
): Promise<string> {
  // Only images uploaded to the shop are accepted (product 10.26).
  if (!(await images.has(imgURL))) throw refuseProduct({ refused: 'foreign-image' })
  const product = id === undefined ? undefined : await findFullProduct(db, id)
  const families = await listFamiliesByName(db, [family ?? [], product?.family ?? []].flat())
  return families.some(({ image }) => image === imgURL) ? storeNoImage(images) : imgURL
}
