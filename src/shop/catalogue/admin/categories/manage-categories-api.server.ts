import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { answers, body, deletedJson, refuses, restApi } from '#platform/http/api/rest-api.server.ts'
import { adminList } from '#shop/auth/access/admin-list.server.ts'
import { adminRoute } from '#shop/auth/access/guarded-routes.server.ts'
import { category } from '#shop/catalogue/categories/category-json.server.ts'
import { assignCategory, categoryAssignment } from './assign-category.server.ts'
import { categoryChanges, newCategory, specificationChanges } from './category-forms.ts'
import { refuseCategory } from './category-refusals.server.ts'
import { changeSpecifications } from './change-specifications.server.ts'
import {
  addCategory,
  changeCategory,
  countByCategory,
  deleteCategory,
} from './manage-categories.server.ts'

const params = z.object({ slug: z.string() })

export type ManageCategoriesApi = ReturnType<typeof createManageCategoriesApi>

/** Serves changes of the category tree, of specifications, and of many products’ category. */
export function createManageCategoriesApi({ db }: { db: Db }) {
  return restApi()
    .openapi(
      ...adminList({
        path: '/categoryUsage',
        operationId: 'countProductsByCategory',
        summary: 'Count products by category',
        answer: 'The number of products on sale; categories without any are absent',
        row: z.object({ category: z.string(), products: z.number().int() }),
        rows: () => countByCategory(db),
      }),
    )
    .openapi(
      adminRoute({
        method: 'post',
        path: '/categories',
        operationId: 'addCategory',
        summary: 'Add a category',
        request: { body: body(newCategory) },
        responses: {
          200: answers('The new category', category),
          422: refuses('Validation failed, or the category above is on the second level'),
        },
      }),
      async (c) => {
        const added = await addCategory(db, c.req.valid('json'), c.var.audit)
        if ('refused' in added) throw refuseCategory(added)
        return c.json(added, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/categories/{slug}',
        operationId: 'updateCategory',
        summary: 'Rename, move or order a category',
        request: { params, body: body(categoryChanges) },
        responses: {
          200: answers('The changed category', category),
          404: refuses('No such category'),
          409: refuses('Two contracts of a company would cover one of its products'),
          422: refuses('Validation failed, or the move would make a third level'),
        },
      }),
      async (c) => {
        const { slug } = c.req.valid('param')
        const changed = await changeCategory(db, slug, c.req.valid('json'), c.var.audit)
        if ('refused' in changed) throw refuseCategory(changed)
        return c.json(changed, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/categories/{slug}/specifications',
        operationId: 'replaceSpecifications',
        summary: 'Replace the specifications of a category',
        request: { params, body: body(specificationChanges) },
        responses: {
          200: answers('The changed category', category),
          404: refuses('No such category'),
          409: refuses(
            'Changed in the meantime, or more than `losing` products would lose a value',
          ),
        },
      }),
      async (c) => {
        const { slug } = c.req.valid('param')
        const changed = await changeSpecifications(db, slug, c.req.valid('json'), c.var.audit)
        if ('refused' in changed) throw refuseCategory(changed)
        return c.json(changed, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'delete',
        path: '/categories/{slug}',
        operationId: 'deleteCategory',
        summary: 'Delete a category',
        request: {
          params,
          query: z.object({
            productsTo: z.string().optional().openapi({
              description: 'Where its products go: the slug of a category, or empty for none',
            }),
          }),
        },
        responses: {
          200: answers('It is deleted', deletedJson),
          404: refuses('No such category'),
          409: refuses('It has categories below it, or products and no `productsTo`'),
          422: refuses('No such category for the products'),
        },
      }),
      async (c) => {
        const { productsTo } = c.req.valid('query')
        const target = productsTo === '' ? null : productsTo
        const deleted = await deleteCategory(db, c.req.valid('param').slug, target, c.var.audit)
        if (deleted !== 'deleted') throw refuseCategory(deleted)
        return c.json({ deletedCount: 1 }, 200)
      },
    )
    .openapi(
      adminRoute({
        method: 'put',
        path: '/productsCategory',
        operationId: 'assignCategory',
        summary: 'Give one category to many products',
        request: { body: body(categoryAssignment) },
        responses: {
          200: answers('The number of changed products', z.object({ changed: z.number().int() })),
          404: refuses('No such category'),
          422: refuses('Validation failed, or more than 5,000 products were found'),
        },
      }),
      async (c) => {
        const changed = await assignCategory(db, c.req.valid('json'), c.var.audit)
        if (typeof changed !== 'number') throw refuseCategory(changed)
        return c.json({ changed }, 200)
      },
    )
}
