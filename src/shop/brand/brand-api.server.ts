import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import { adminRead } from '#shop/auth/access/admin-list.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { type Brand, findBrand, saveBrand } from './brand.server.ts'
import { brandChanges, brandForm } from './brand-form.ts'

const demoRows = z.object({
  products: z.number().int(),
  posts: z.number().int(),
  reviews: z.number().int(),
})

/** How many rows of the demo there are, or were removed. */
export type DemoRows = z.infer<typeof demoRows>

/** The brand as admins get it: empty texts where the settings or the defaults hold. */
export const brandJson = brandForm
  .extend({
    version: z.number().int(),
    settings: z
      .object({ name: z.string(), contactEmail: z.string() })
      .openapi({ description: 'What holds for an empty name or e-mail' }),
    demo: demoRows.openapi({ description: 'What is left of the demo' }),
  })
  .openapi('Brand')

export type BrandJson = z.infer<typeof brandJson>
export type BrandApi = ReturnType<typeof createBrandApi>

type BrandEnvironment = {
  db: Db
  images: ImageStore
  /** The name and the e-mail of the settings. */
  settings: BrandJson['settings']
  /** Runs after each change. */
  onSaved: () => Promise<void>
  demo: { count: () => Promise<DemoRows>; remove: (audit: AuditContext) => Promise<DemoRows> }
}

/** Serves the brand to admins: name, contact e-mail, logos, colours. */
export function createBrandApi({ db, images, settings, onSaved, demo }: BrandEnvironment) {
  const jsonOf = async ({ version, ...brand }: Brand): Promise<BrandJson> => {
    const texts = Object.entries(brand).map(([field, value]) => [field, value ?? ''])
    const filled = Object.fromEntries(texts) as z.infer<typeof brandForm>
    return { ...filled, version, settings, demo: await demo.count() }
  }
  return restApi()
    .openapi(
      ...adminRead({
        path: '/brand',
        operationId: 'readBrand',
        summary: 'Read the shop’s brand',
        answer: 'The brand',
        json: brandJson,
        read: async () => jsonOf(await findBrand(db)),
      }),
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/brand',
        operationId: 'changeBrand',
        summary: 'Change the shop’s brand',
        request: { body: body(brandChanges) },
        responses: {
          200: answers('The changed brand', brandJson),
          409: refuses('It was changed in the meantime'),
          422: refuses('A colour that is hard to read, or an image of elsewhere'),
        },
      }),
      async (c) => {
        const changes = c.req.valid('json')
        const { logo, darkLogo, linkImage } = changes
        await requireStored(images, { logo, darkLogo, linkImage })
        const saved = await saveBrand(db, changes, c.var.audit)
        if (!saved) {
          throw new HttpRefusal(409, 'stale-brand', 'The brand was changed in the meantime.')
        }
        await onSaved()
        return c.json(await jsonOf(saved), 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/demo',
        operationId: 'removeDemo',
        summary: 'Remove the products, posts and reviews of the demo',
        responses: { 200: answers('How many were removed', demoRows) },
      }),
      async (c) => c.json(await demo.remove(c.var.audit), 200),
    )
}
