import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { countJson, listQuery, restApi } from '#platform/http/api/rest-api.server.ts'
import type { ImageStore } from '#platform/images/image-store.server.ts'
import { requireStored } from '#platform/images/require-stored.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { familyPosition, longText, shortText } from '#shop/catalogue/product-rules.ts'
import { changeFamily, joinFamilies, refuseFamily } from './change-families.server.ts'
import { countFamilies, findFamily, listFamilies, type ManagedFamily } from './family-queries.server.ts'

const params = z.object({ id: z.string() })
const search = z.string().max(100).default('').openapi({ description: 'A part of the name' })
const missing = 'No such family'

/** `version` states which one the editor saw; an empty text is none. */
const familyChanges = z.object({
  name: shortText('Name', 80)
    .unwrap()
    .refine((name) => name !== '', 'Name is required'),
  longText: longText.unwrap(),
  imgURL: z.string(),
  drawing: z.string(),
  position: familyPosition,
  version: z.int('version must be a whole number').optional(),
})
const listedJson = z.object({
  _id: z.string(),
  name: z.string(),
  slug: z.string(),
  imgURL: z.string().nullable(),
  position: z.number().int().nullable(),
  products: z.number().int().openapi({ description: 'On sale' }),
})
const alikeJson = listedJson
  .extend({ alike: listedJson.pick({ _id: true, name: true }).nullable() })
  .openapi('ListedFamily')
const managedJson = listedJson
  .extend({ longText: z.string().nullable(), drawing: z.string().nullable() })
  .extend({ version: z.number().int() })
  .openapi('ManagedFamily')

export type FamilyChanges = z.infer<typeof familyChanges>
export type EditedFamily = z.infer<typeof managedJson>

const toJson = <Of extends { id: string; image: string | null }>({ id, image, ...others }: Of) => ({
  _id: id,
  imgURL: image,
  ...others,
})
const toManagedJson = (family: ManagedFamily) => managedJson.parse(toJson(family))

export function createManageFamiliesApi({ db, images }: { db: Db; images: ImageStore }) {
  return restApi({
    listFamilies: adminList({
      endpoint: 'GET /managedFamilies',
      query: listQuery.extend({ search }),
      answer: 'Families by name, each with one whose name differs only in case or spaces',
      row: alikeJson,
      rows: async (query) => (await listFamilies(db, query)).map(toJson),
    }),
    countFamilies: adminJson({
      endpoint: 'GET /managedFamilies/count',
      query: z.object({ search }),
      json: countJson,
      respond: async ({ query: { search } }) => ({ count: await countFamilies(db, search) }),
    }),
    readManagedFamily: adminJson({
      endpoint: 'GET /managedFamilies/{id}',
      summary: 'Read a family as its editor',
      params,
      json: managedJson,
      refusals: { 404: missing },
      respond: async ({ params: { id } }) => {
        const family = await findFamily(db, id)
        if (!family) throw refuseFamily({ refused: 'no-such-family' })
        return toManagedJson(family)
      },
    }),
    changeFamily: adminJson({
      endpoint: 'PUT /managedFamilies/{id}',
      description: 'A new name is that of its products too. Its former page leads to the new one.',
      params,
      body: familyChanges,
      json: managedJson,
      refusals: { 404: missing, 409: 'Changed in the meantime, or another one has this name' },
      respond: async ({ params: { id }, json, audit }) => {
        await requireStored(images, { imgURL: json.imgURL, drawing: json.drawing })
        return toManagedJson(orRefuse(await changeFamily(db, id, json, audit), refuseFamily))
      },
    }),
    joinFamilies: adminJson({
      endpoint: 'POST /managedFamilies/{id}/join',
      summary: 'Give the products of a family to another one',
      description: 'Its page leads to the other one, which takes over what it lacks.',
      params,
      body: z.object({ into: z.string() }),
      json: managedJson,
      refusals: { 404: missing, 422: 'A family can’t be joined with itself' },
      respond: async ({ params: { id }, json: { into }, audit }) =>
        toManagedJson(orRefuse(await joinFamilies(db, id, into, audit), refuseFamily)),
    }),
  })
}
