import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import { HttpRefusal } from '#platform/http/http-errors.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import type { AuditContext } from '#shop/auth/access/caller.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { type Brand, findBrand, isKnownZone, saveBrand } from './brand.server.ts'
import { brandChanges, brandForm } from './brand-form.ts'
import { NO_ZONE } from './business-form.ts'

const demoRows = z.object({
  products: z.number().int(),
  posts: z.number().int(),
  reviews: z.number().int(),
})

/** How many rows of the demo there are, or were removed. */
export type DemoRows = z.infer<typeof demoRows>

const settingsJson = z.object({
  name: z.string(),
  contactEmail: z.string(),
  sellerName: z.string().describe('Empty: the name of the shop'),
  sellerAddress: z.string(),
  taxId: z.string(),
  taxName: z.string(),
  taxPercent: z.string(),
  timeZone: z.string(),
  carriers: z.string().describe('Their names'),
})
export type BrandSettings = z.infer<typeof settingsJson>

/** The brand as admins get it: empty texts where the settings or the defaults hold. */
export const brandJson = brandForm
  .extend({
    version: z.number().int(),
    settings: settingsJson.describe('What holds for an empty text'),
    demo: demoRows.describe('What is left of the demo'),
  })
  .openapi('Brand')

export type BrandJson = z.infer<typeof brandJson>
type BrandEnvironment = {
  db: Db
  images: ImageStore
  settings: BrandSettings
  /** Runs after each change. */
  onSaved: () => Promise<void>
  demo: { count: () => Promise<DemoRows>; remove: (audit: AuditContext) => Promise<DemoRows> }
}

export function createBrandApi({ db, images, settings, onSaved, demo }: BrandEnvironment) {
  const jsonOf = async ({ version, ...brand }: Brand): Promise<BrandJson> => {
    const texts = Object.entries(brand).map(([field, value]) => [field, value ?? ''])
    const filled = Object.fromEntries(texts) as z.infer<typeof brandForm>
    return { ...filled, version, settings, demo: await demo.count() }
  }
  return restApi({
    readBrand: adminJson({
      endpoint: 'GET /brand',
      summary: 'Read what is set of the shop’s brand and business',
      json: brandJson,
      respond: async () => jsonOf(await findBrand(db)),
    }),
    changeBrand: adminJson({
      endpoint: 'PUT /brand',
      summary: 'Change the shop’s brand and business',
      body: brandChanges,
      json: brandJson,
      refusals: {
        409: 'It was changed in the meantime',
        422: 'A colour that is hard to read, an image of elsewhere, or an unknown time zone',
      },
      respond: async ({ json: changes, audit }) => {
        const { logo, darkLogo, linkImage } = changes
        await requireStored(images, { logo, darkLogo, linkImage })
        if (changes.timeZone && !(await isKnownZone(db, changes.timeZone)))
          throw new HttpRefusal(422, 'invalid', NO_ZONE, { fields: { timeZone: NO_ZONE } })
        const saved = await saveBrand(db, changes, audit)
        if (!saved) throw new HttpRefusal(409, 'stale-brand', 'The brand was changed in the meantime.')
        await onSaved()
        return jsonOf(saved)
      },
    }),
    removeDemo: adminJson({
      endpoint: 'DELETE /demo',
      summary: 'Remove the products, posts and reviews of the demo',
      answer: 'How many were removed',
      json: demoRows,
      respond: ({ audit }) => demo.remove(audit),
    }),
  })
}
