import { createRoute, z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { ClientAddress } from '#platform/client-address.server.ts'
import type { Db } from '#platform/database.server.ts'
import { HttpRefusal } from '#platform/http-errors.ts'
import type { ImageStore } from '#platform/image-store.server.ts'
import { answers, body, listQuery, refuses, restApi } from '#platform/rest-api.server.ts'
import { type CallerVariables, requireAdmin } from '#shop/accounts/caller.server.ts'
import {
  addProduct,
  type By,
  changeProduct,
  deleteProduct,
  type ProductRefusal,
  restoreProduct,
} from './manage-products.server.ts'
import { countManagedProducts, listManagedProducts } from './managed-products.server.ts'
import { newProduct, productChanges } from './product-forms.ts'
import { noSuchProduct, product } from './product-json.server.ts'
import { findProduct } from './product-queries.server.ts'
import { productSorts } from './product-sorts.ts'
import { listMovements } from './stock-movements.server.ts'

const params = z.object({ id: z.string() })
const search = z
  .string()
  .max(254)
  .default('')
  .openapi({ description: 'Beginnings of words of the name or the description' })

const postProduct = createRoute({
  method: 'post',
  path: '/products',
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
  request: { params },
  responses: {
    200: answers('Off sale; its orders keep it', z.object({ deletedCount: z.number() })),
    403: refuses('No admin'),
    404: refuses('No such tool'),
  },
})

const putRestore = createRoute({
  method: 'put',
  path: '/products/{id}/restore',
  request: { params },
  responses: {
    200: answers('On sale again', product),
    403: refuses('No admin'),
    404: refuses('No such tool'),
    409: refuses('It was deleted too long ago'),
  },
})

const getManaged = createRoute({
  method: 'get',
  path: '/products/manage',
  request: {
    query: listQuery.extend({
      search,
      sort: z.enum(productSorts).default('newest'),
      size: listQuery.shape.size.default(10),
    }),
  },
  responses: {
    200: answers('A page of the tools that the search finds', z.array(product)),
    400: refuses('An unknown sort, or a page that makes no sense'),
    403: refuses('No admin'),
  },
})

const getManagedCount = createRoute({
  method: 'get',
  path: '/products/manageCount',
  request: { query: z.object({ search }) },
  responses: {
    200: answers('How many tools the search finds', z.object({ count: z.number() })),
    403: refuses('No admin'),
  },
})

const movement = z.object({
  at: z.string(),
  delta: z.number().int(),
  reason: z.string().openapi({ description: 'opening, order, cancel or correction' }),
  who: z.string(),
  orderId: z.string().optional(),
})

const getMovements = createRoute({
  method: 'get',
  path: '/products/{id}/movements',
  request: { params },
  responses: {
    200: answers('The recent movements of its stock, the latest first', z.array(movement)),
    403: refuses('No admin'),
    404: refuses('No such tool'),
  },
})

export type ManageProductsApi = ReturnType<typeof createManageProductsApi>

/** What admins do with products: find, add, change and delete them. */
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
    .openapi(getManaged, async (c) => {
      requireAdmin(c)
      return c.json(await listManagedProducts(db, c.req.valid('query')), 200)
    })
    .openapi(getManagedCount, async (c) => {
      requireAdmin(c)
      return c.json({ count: await countManagedProducts(db, c.req.valid('query').search) }, 200)
    })
    .openapi(getMovements, async (c) => {
      requireAdmin(c)
      const { id } = c.req.valid('param')
      if (!(await findProduct(db, id))) throw noSuchProduct()
      return c.json(await listMovements(db, id), 200)
    })
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
      const message = 'This tool changed meanwhile. Look at it as it is now, and save again.'
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
  const message = 'Image must be one that was uploaded here'
  throw new HttpRefusal(422, 'invalid', message, { fields: { imgURL: message } })
}

function refuse({ refused }: ProductRefusal): HttpRefusal {
  return refused === 'too-late'
    ? new HttpRefusal(409, refused, 'This tool was deleted too long ago to come back.')
    : noSuchProduct()
}
