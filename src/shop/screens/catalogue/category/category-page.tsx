import { redirect } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { clampPage, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { countByCategory, listCategoryTiles } from '#shop/catalogue/categories/category-tiles.server.ts'
import {
  categoriesBelow,
  categoryBreadcrumbs,
  categoryPath,
} from '#shop/catalogue/categories/category-tree.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productList } from '#shop/catalogue/product-json-ld.ts'
import { listCategoryProducts } from '#shop/catalogue/product-list.server.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { Breadcrumbs, productPagesStyles } from '#shop/screens/catalogue/breadcrumbs.tsx'
import { type FoundPage, ProductResults } from '#shop/screens/catalogue/results/product-results.tsx'
import { familyCards } from '#shop/search/family-cards.server.ts'
import { findProducts } from '#shop/search/find-products.server.ts'
import { resultsPath } from '#shop/search/query/results-path.ts'
import { MAX_COUNTED } from '#shop/search/query/search-limits.ts'
import { isSearch, readCatalogueQuery } from '#shop/search/query/search-query.ts'
import { toSearchJson } from '#shop/search/search-json.server.ts'
import { tableSections } from '#shop/search/table/table-sections.ts'
import { JsonLd } from '#web/json-ld.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/category-page'
import { BrowseLinks } from './browse-links.tsx'

export const handle: PageHandle = { cached: ['page', 'size', 'view'], limit: 'searches' }

/** How many products a page has: cards fill rows of four, a table holds more. */
const pageSizes = { cards: 24, table: 100 }
const MAX_SIZE = 100

export const links = productPagesStyles

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const categories = await listCategories(db)
  const breadcrumbs = categoryBreadcrumbs(categories, params.slug)
  const category = breadcrumbs.at(-1)
  if (!category) throw new Response(null, { status: 404 })
  const { query, notes } = readCatalogueQuery(url.searchParams)
  const usualSize = query.view === 'table' ? pageSizes.table : pageSizes.cards
  const requested = readPageParams(url.searchParams, usualSize)
  const size = requested.size === 'all' ? MAX_SIZE : Math.min(requested.size, MAX_SIZE)
  const ofCategory = { ...query, text: '', category: category.slug }
  const isWhole = !isSearch({ ...ofCategory, category: null })
  const slugs = [category, ...categoriesBelow(categories, category.slug)].map(({ slug }) => slug)
  const counts = isWhole ? await countByCategory(db, slugs) : new Map<string, number>()
  const count = slugs.reduce((sum, slug) => sum + (counts.get(slug) ?? 0), 0)
  const { page } = isWhole ? clampPage({ page: requested.page, size }, count) : requested
  const asked = size === usualSize ? undefined : size
  const byFamily = query.view === 'families' && count <= MAX_COUNTED
  // A search counts and pages only its first products, so that it gives a large category only its facets.
  const searched = { size: isWhole && !byFamily ? 0 : size, page, withFacets: true, byFamily }
  const search = await findProducts(db, { query: ofCategory, notes }, searched)
  const last = pageCount(search.families?.total ?? count, size) - 1
  if (search.families && page > last)
    throw redirect(resultsPath('category', search.query, { page: last, size: asked }))
  const viewer = await pageViewer(context)
  const result = await toSearchJson(db, viewer, search)
  if (isWhole && !byFamily) {
    const products = await listCategoryProducts(db, slugs, { size, page })
    Object.assign(result, {
      products: await toProductsJson(db, viewer, products),
      total: count,
      isCapped: false,
      isTooSlow: false,
    })
  }
  const results: FoundPage = {
    query: search.query,
    result,
    families: await familyCards(db, viewer, search),
    familyCount: search.families,
    page,
    size,
    sections: query.view === 'table' ? tableSections(categories, result.products, query) : [],
    tiles: result.total === 0 ? await listCategoryTiles(db) : [],
  }
  return {
    category: { slug: category.slug, name: category.name },
    breadcrumbs: breadcrumbs.map(({ slug, name }) => ({ slug, name })),
    found: results,
    isWhole,
    askedSize: asked,
  }
}

/** The products of a category and of those below it (product 13.5). */
export default function CategoryPage({ loaderData }: Route.ComponentProps) {
  const { category, breadcrumbs, found: results, isWhole, askedSize } = loaderData
  const { result, page, size } = results
  const path = categoryPath(category)
  return (
    <div className="page results-page">
      <PageHead
        title={`${category.name}: sizes and prices${page === 0 ? '' : `, page ${page + 1}`}`}
        description={`${category.name} to order in bulk, with sizes, prices, stock and minimum order quantity of every tool.`}
        // The table shows the same products as the cards.
        path={withQuery(path, { page: isWhole && page > 0 ? page : undefined })}
        image={result.products[0]?.imgURL}
      />
      {/* Of the cards, which the URL for search engines shows. */}
      {results.query.view !== 'table' && (
        <JsonLd about={(site) => productList(site, result.products, size * page)} />
      )}
      <ProductResults
        foundPage={results}
        on="category"
        title={category.name}
        askedSize={askedSize}
        breadcrumbs={
          <Breadcrumbs
            steps={breadcrumbs.map(({ slug, name }) => ({ name, path: categoryPath({ slug }) }))}
          />
        }
      />
    </div>
  )
}

export const ErrorBoundary = pageError('Category', 'The tools', {
  className: 'page',
  missing: {
    title: 'Category not found',
    heading: 'There is no such category',
    body: <p>Choose one of the others.</p>,
  },
  children: <BrowseLinks />,
})
