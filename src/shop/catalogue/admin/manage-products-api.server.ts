import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { Db } from '#platform/database/database.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ClientAddress } from '#platform/http/ip-address.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { type CallerVariables, forAdmins, requireAdmin } from '#shop/auth/access/caller.server.ts'
import { noSuchProduct, product } from '#shop/catalogue/product-json.server.ts'
import {
  addProduct,
  type By,
  changeProduct,
  deleteProduct,
  type ProductRefusal,
  restoreProduct,
} from './manage-products.server.ts'
import { newProduct, productChanges } from './product-forms.ts'

const params = z.object({ id: z.string() })

const postProduct = createRoute({
  method: 'post',
  path: '/products',
  operationId: 'addProduct',
  summary: 'Add a product',
  middleware: forAdmins,
  request: { body: body(newProduct) },
  responses: {
    200: answers('The tool, on sale now', product),
    403: refuses('No admin'),
    422: refuses('A rule is broken; fields say which'),
  },
})

const putProduct = createRoute({
  method: 'put',
  path: '/products/{id}',
  operationId: 'updateProduct',
  summary: 'Update a product',
  middleware: forAdmins,
  request: { params, body: body(productChanges) },
  responses: {
    200: answers('The tool as it is now', product),
    403: refuses('No admin'),
    404: refuses('No such tool'),
    409: answers(
      'Somebody edited it, or its stock moved, after it was seen: the present tool comes along',
      z.object({ code: z.literal('stale'), message: z.string(), product }),
    ),
    422: refuses('A rule is broken; fields say which'),
  },
})

const deleteRoute = createRoute({
  method: 'delete',
  path: '/products/{id}',
  operationId: 'deleteProduct',
  summary: 'Delete a product',
  middleware: forAdmins,
  request: { params },
  responses: {
    200: answers('Off sale; its orders keep it', z.object({ deletedCount: z.number() })),
    403: refuses('No admin'),
    404: refuses('No such tool'),
  },
})

const putRestore = createRoute({
  method: 'put',
  path: '/products/restore/{id}',
  operationId: 'restoreProduct',
  summary: 'Restore a deleted product',
  middleware: forAdmins,
  request: { params },
  responses: {
    200: answers('On sale again', product),
    403: refuses('No admin'),
    404: refuses('No such tool'),
    409: refuses('It was deleted too long ago'),
  },
})

export type ManageProductsApi = ReturnType<typeof createManageProductsApi>

/** What admins do with products: add, change, delete and restore them. */
export function createManageProductsApi(environment: {
  db: Db
  images: ImageStore
  clock: () => Date
  clientAddress: ClientAddress
}) {
  const { db, images, clock, clientAddress } = environment
  const requireBy = (c: Context<CallerVariables>): By => ({
    actor: requireAdmin(c),
    address: clientAddress(c),
    now: clock(),
  })
  return restApi<CallerVariables>()
    .openapi(postProduct, async (c) => {
      const by = requireBy(c)
      const wanted = c.req.valid('json')
      await requireStored(images, wanted.imgURL)
      return c.json(await addProduct(db, wanted, by), 200)
    })
    .openapi(putProduct, async (c) => {
      const by = requireBy(c)
      const changes = c.req.valid('json')
      if (changes.imgURL !== undefined) await requireStored(images, changes.imgURL)
      const changed = await changeProduct(db, c.req.valid('param').id, changes, by)
      if (!('refused' in changed)) return c.json(changed, 200)
      if (changed.refused !== 'stale') throw refuse(changed)
      const message =
        'This product was changed in the meantime. Review the current values, then save again.'
      return c.json({ code: 'stale' as const, message, product: changed.product }, 409)
    })
    .openapi(deleteRoute, async (c) => {
      const by = requireBy(c)
      if (!(await deleteProduct(db, c.req.valid('param').id, by))) throw noSuchProduct()
      return c.json({ deletedCount: 1 }, 200)
    })
    .openapi(putRestore, async (c) => {
      const by = requireBy(c)
      const restored = await restoreProduct(db, c.req.valid('param').id, by)
      if ('refused' in restored) throw refuse(restored)
      return c.json(restored, 200)
    })
}

// Rule 26: a picture is one of the shop's own.
async function requireStored(images: ImageStore, imgURL: string): Promise<void> {
  if (await images.has(imgURL)) return
  const message = 'Image must be uploaded to this shop'
  throw new HttpRefusal(422, 'invalid', message, { fields: { imgURL: message } })
}

function refuse({ refused }: ProductRefusal): HttpRefusal {
  return refused === 'too-late'
    ? new HttpRefusal(409, refused, 'This product was deleted too long ago to be restored.')
    : noSuchProduct()
}
