import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { orRefuse } from '#platform/http/api/refusals.server.ts'
import { deletedJson, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import {
  categoryChanges,
  newCategory,
  specificationChanges,
} from '#shop/catalogue/categories/category-forms.ts'
import { category } from '#shop/catalogue/categories/category-json.server.ts'
import { refuseCategory } from './category-refusals.server.ts'
import { changeSpecifications } from './change-specifications.server.ts'
import { addCategory, changeCategory, countByCategory, deleteCategory } from './manage-categories.server.ts'

const params = z.object({ slug: z.string() })

export function createManageCategoriesApi({ db }: { db: Db }) {
  return restApi({
    countProductsByCategory: adminList({
      endpoint: 'GET /categoryUsage',
      answer: 'The number of products on sale; categories without any are absent',
      row: z.object({ category: z.string(), products: z.number().int() }),
      rows: () => countByCategory(db),
    }),
    addCategory: adminJson({
      endpoint: 'POST /categories',
      body: newCategory,
      json: category,
      refusals: { 422: 'Validation failed, or the category above is on the second level' },
      respond: async ({ json, audit }) => orRefuse(await addCategory(db, json, audit), refuseCategory),
    }),
    updateCategory: adminJson({
      endpoint: 'PUT /categories/{slug}',
      summary: 'Rename, move or order a category',
      params,
      body: categoryChanges,
      json: category,
      refusals: {
        404: 'No such category',
        409: 'Two contracts of a company would cover one of its products',
        422: 'Validation failed, or the move would make a third level',
      },
      respond: async ({ params: { slug }, json, audit }) =>
        orRefuse(await changeCategory(db, slug, json, audit), refuseCategory),
    }),
    replaceSpecifications: adminJson({
      endpoint: 'PUT /categories/{slug}/specifications',
      summary: 'Replace the specifications of a category',
      params,
      body: specificationChanges,
      json: category,
      refusals: {
        404: 'No such category',
        409: 'Changed in the meantime, or more than `losing` products would lose a value',
      },
      respond: async ({ params: { slug }, json, audit }) =>
        orRefuse(await changeSpecifications(db, slug, json, audit), refuseCategory),
    }),
    deleteCategory: adminJson({
      endpoint: 'DELETE /categories/{slug}',
      params,
      query: z.object({
        productsTo: z
          .string()
          .optional()
          .describe('Where its products go: the slug of a category, or empty for none'),
      }),
      json: deletedJson,
      refusals: {
        404: 'No such category',
        409: 'It has categories below it, products and no `productsTo`, or two contracts would cover one',
        422: 'No such category for the products',
      },
      respond: async ({ params: { slug }, query: { productsTo }, audit }) => {
        const target = productsTo === '' ? null : productsTo
        const deleted = await deleteCategory(db, slug, target, audit)
        if (deleted !== 'deleted') throw refuseCategory(deleted)
        return { deletedCount: 1 }
      },
    }),
  })
}
