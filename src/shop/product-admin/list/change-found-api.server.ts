import { z } from '@hono/zod-openapi'
import { csvRows } from '#platform/csv.ts'
import type { Db } from '#platform/database/database.server.ts'
import { restApi } from '#platform/http/api/rest-api.server.ts'
import type { AuditEntry } from '#shop/audit/audit.server.ts'
import { adminJson } from '#shop/auth/access/json-routes.server.ts'
import { MAX_FOUND } from '#shop/catalogue/product.ts'
import { productFields } from '#shop/catalogue/product-fields.ts'
import { refuseProduct } from '#shop/catalogue/product-refusals.server.ts'
import { listFullProducts, type StoredProduct } from '#shop/catalogue/products.server.ts'
import { searchProducts } from '#shop/search/admin-search.server.ts'
import { type ChangedField, changedFieldNames, changedFields } from './found-change.ts'

const changeFound = z
  .object({
    products: z.union([
      z.array(z.uuid('products lists ids')).min(1, 'Select a product').max(MAX_FOUND),
      z.strictObject({ search: z.string().max(254) }),
    ]),
    field: z.enum(changedFields),
    value: z
      .string()
      .trim()
      .min(1, 'Choose a value')
      .max(200)
      .describe('yes or no, a category’s path, a family, pieces, or percent; `(empty)` for none'),
  })
  .refine(({ field, value }) => field !== 'percent' || (Number(value) > -100 && Number(value) < 1000), {
    message: 'Percent must be a number above -100 and below 1000',
    path: ['value'],
  })

/** Serves changes of many products without a file: they are compared, applied and undone like one. */
export function createChangeFoundApi({
  db,
  addFile,
}: {
  db: Db
  /** Adds a file of changes to be compared; returns the id of its import. */
  addFile: (
    file: { file: Buffer; fileName: string } & Pick<AuditEntry, 'actor' | 'ipAddress'>,
  ) => Promise<string>
}) {
  return restApi({
    changeFoundProducts: adminJson({
      endpoint: 'POST /products/imports/found',
      summary: 'Compare one change of many products',
      body: changeFound,
      answer: 'The import that compares it',
      json: z.object({ _id: z.string() }),
      refusals: { 422: 'No product was found' },
      respond: async ({ json: { products, field, value }, audit }) => {
        const found = Array.isArray(products)
          ? await listFullProducts(db, products)
          : await searchProducts(db, { ...products, sort: 'newest', size: MAX_FOUND, page: 0 })
        if (found.length === 0) throw refuseProduct({ refused: 'none-found' })
        const rows = found.map((product) => [product.sku, cellOf(product, field, value)])
        const heading = field === 'percent' ? productFields.perPrice.label : changedFieldNames[field]
        const _id = await addFile({
          file: Buffer.from(csvRows([['SKU', heading], ...rows], 'comma')),
          fileName: `${heading} of ${rows.length} products.csv`,
          actor: audit.actor,
          ipAddress: audit.ipAddress,
        })
        return { _id }
      },
    }),
  })
}

/** The cell of a product: the new value, or its price changed by a percentage, half a cent up. */
function cellOf({ unitPrice }: StoredProduct, field: ChangedField, value: string): string {
  if (field !== 'percent') return value
  return (Math.round((unitPrice * (10_000 + Math.round(Number(value) * 100))) / 10_000) / 100).toFixed(2)
}
