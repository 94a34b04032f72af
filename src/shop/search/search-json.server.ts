import { z } from '@hono/zod-openapi'
import type { Db } from '#platform/database/database.server.ts'
import { productJson, toProductsJson } from '#shop/catalogue/product-json.server.ts'
import type { Viewer } from '#shop/prices/viewer.server.ts'
import type { CatalogueSearch, SuggestedProducts } from './find-products.server.ts'

/** A specification of the matches, for narrowing the search. */
export const facet = z
  .object({
    key: z.string().openapi({ example: 'jaw-width' }),
    name: z.string(),
    kind: z.enum(['number', 'text']),
    unit: z.string().nullable(),
    min: z.number().nullable().describe('Only of numbers'),
    max: z.number().nullable(),
    valueCount: z.number().int().describe('How many different values there are'),
    values: z
      .array(z.object({ value: z.string(), count: z.number().int() }))
      .describe('The most frequent ones, each counted with the other filters, which may leave none of it'),
  })
  .openapi('Facet')

export const facets = z
  .object({
    categories: z.array(
      z.object({
        slug: z.string(),
        name: z.string(),
        parent: z.string().nullable(),
        count: z.number().int(),
      }),
    ),
    price: z.object({ min: z.number(), max: z.number() }).nullable().describe('Dollars'),
    inStock: z.number().int().describe('How many can be ordered now'),
    specifications: z.array(facet),
    capped: z
      .array(z.string())
      .describe(
        'Filters whose counts and bounds are of the first 3,000 products only: `category`, `price`, `stock` or `spec.{key}`',
      ),
  })
  .openapi('Facets')

export type Facet = z.infer<typeof facet>
export type Facets = z.infer<typeof facets>

const categoryLink = z.object({ slug: z.string(), name: z.string() })

export const searchResult = z
  .object({
    products: z.array(productJson),
    total: z.number().int(),
    isCapped: z.boolean().describe('More products match than are counted'),
    isTooSlow: z.boolean().describe('The search must be narrowed'),
    correctedText: z
      .string()
      .nullable()
      .describe(
        'The corrected search, if the given one found nothing: the products are its own; without any, only the filters exclude them',
      ),
    categories: z.array(categoryLink).describe('The chosen one, or all when nothing was found'),
    near: z.array(productJson).describe('Similar products, if the search found nothing'),
    notes: z.array(z.string()).describe('Notes on ignored parts of the search'),
    facets: facets.nullable(),
  })
  .openapi('SearchResult')

export type SearchResult = z.infer<typeof searchResult>

export async function toSearchJson(
  db: Db,
  viewer: Viewer,
  { query: _, ...result }: CatalogueSearch,
): Promise<SearchResult> {
  const { products, near } = result
  const json = await toProductsJson(db, viewer, [...products, ...near])
  return { ...result, products: json.slice(0, products.length), near: json.slice(products.length) }
}

export const suggestions = z
  .object({
    products: z.array(productJson).describe('At most 8'),
    categories: z.array(categoryLink).describe('At most 4'),
    total: z.number().int(),
    isCapped: z.boolean(),
    correctedText: z.string().nullable(),
  })
  .openapi('Suggestions')

export type Suggestions = z.infer<typeof suggestions>

export async function toSuggestionsJson(
  db: Db,
  viewer: Viewer,
  suggested: SuggestedProducts,
): Promise<Suggestions> {
  return { ...suggested, products: await toProductsJson(db, viewer, suggested.products) }
}
