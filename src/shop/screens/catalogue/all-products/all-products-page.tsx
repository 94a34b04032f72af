import { href, redirect, useLocation, useNavigation } from 'react-router'
import { databaseContext, logContext } from '#platform/http/page-context.server.ts'
import { clampPage, type PageParams, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { listCategoryTiles } from '#shop/catalogue/categories/category-tiles.server.ts'
import { FIRST_PAGE_SIZE, pageSizes } from '#shop/catalogue/product.ts'
import { toProductsJson } from '#shop/catalogue/product-json.server.ts'
import { productList } from '#shop/catalogue/product-json-ld.ts'
import { listProductPage } from '#shop/catalogue/product-list.server.ts'
import { countProducts } from '#shop/catalogue/products.server.ts'
import { latestOrders } from '#shop/orders/history/latest-orders.server.ts'
import { pageViewer } from '#shop/prices/viewer.server.ts'
import { BrowseLinks } from '#shop/screens/catalogue/category/browse-links.tsx'
import { CompareTray } from '#shop/screens/catalogue/compare/compare-tray.tsx'
import { ProductGrid } from '#shop/screens/catalogue/product-grid.tsx'
import type { FoundPage } from '#shop/screens/catalogue/results/product-results.tsx'
import { ViewSwitch } from '#shop/screens/catalogue/table/view-switch.tsx'
import { familyCards } from '#shop/search/family-cards.server.ts'
import { findProducts } from '#shop/search/find-products.server.ts'
import { mayRecordMissContext } from '#shop/search/limit-searches.server.ts'
import { isSearch, readCatalogueQuery } from '#shop/search/query/search-query.ts'
import { toSearchJson } from '#shop/search/search-json.server.ts'
import { tableSections } from '#shop/search/table/table-sections.ts'
import { lazyPart } from '#ui/lazy-part.tsx'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Spinner } from '#ui/spinner.tsx'
import { useHydrated } from '#ui/use-hydrated.ts'
import { breadcrumbs } from '#web/breadcrumbs.ts'
import { JsonLd } from '#web/json-ld.tsx'
import { hasOtherLabel, namedPageSize, sizeQuery } from '#web/lists/page-size.ts'
import { PageSizeSelector } from '#web/lists/page-size-selector.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { pageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/all-products-page'
import { FIRST_CHUNK, useAllProducts } from './use-all-products.ts'

export const handle: PageHandle = { cached: ['page', 'size', 'view'], limit: 'searches' }

const SEARCH_PAGE_SIZE = 20
const TABLE_PAGE_SIZE = 100

// Loaded on demand, because they are larger than the rest of the page.
const ProductResults = lazyPart(
  async () => (await import('#shop/screens/catalogue/results/product-results.tsx')).ProductResults,
)
const LongProductGrid = lazyPart(async () => (await import('./long-product-grid.tsx')).LongProductGrid)
// Visitors and new buyers never load it.
const LatestOrders = lazyPart(async () => (await import('#shop/screens/home/latest-orders.tsx')).LatestOrders)

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const requested = readCatalogueQuery(url.searchParams)
  const { view } = requested.query
  if (isSearch(requested.query) || view === 'table') {
    const pageParams = searchPageParams(url, view)
    const mayRecordMiss = context.get(mayRecordMissContext)
    const options = { ...pageParams, byFamily: view === 'families', mayRecordMiss }
    const search = await findProducts(db, requested, options)
    const viewer = await pageViewer(context)
    const result = await toSearchJson(db, viewer, search)
    const sections =
      view === 'table' ? tableSections(await listCategories(db), result.products, requested.query) : []
    const tiles = result.total === 0 ? await listCategoryTiles(db) : []
    const results: FoundPage = {
      query: search.query,
      ...pageParams,
      result,
      families: await familyCards(db, viewer, search),
      familyCount: search.families,
      sections,
      tiles,
    }
    return { found: results }
  }
  return { list: await loadList(context, url) }
}

async function loadList(context: Route.LoaderArgs['context'], url: URL) {
  const { size } = pageParamsOf(url)
  if (hasOtherLabel(pageSizes, url.searchParams)) {
    throw redirect(withQuery(href('/purchase'), { size, page: url.searchParams.get('page') ?? undefined }))
  }
  const db = context.get(databaseContext)
  // A failed count is only logged (product 8.5): the products are shown without it.
  const count = await countProducts(db).catch((error: unknown) => {
    context.get(logContext).error(error, url.href)
    return null
  })
  const pageParams = count === null ? pageParamsOf(url) : clampPage(pageParamsOf(url), count)
  const listed = await listProductPage(db, 'oldest', firstChunk(pageParams))
  return {
    products: await toProductsJson(db, await pageViewer(context), listed),
    count,
    pageParams,
    chosen: chosenSize(url, pageParams),
    latest: await latestOrders(context),
  }
}

/** All tools in pages or, with a search or a filter in the URL, what it finds. */
export default function AllProductsPage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.found) return <AllProductsList list={loaderData.list} />
  const { query } = loaderData.found
  const unnamed = isSearch(query) ? 'Filtered tools' : 'All tools'
  const title = query.text === '' ? unnamed : `Search: ${query.text}`
  return (
    <div className="page results-page">
      <PageHead title={title} />
      <ProductResults foundPage={loaderData.found} on="all-tools" title={title} />
    </div>
  )
}

type AllProducts = Awaited<ReturnType<typeof loadList>>

function AllProductsList({ list }: { list: AllProducts }) {
  const { products, count, pageParams, chosen } = list
  const first = firstChunk(pageParams)
  const { loadedCount, total, isLoadingMore, ...all } = useAllProducts(list)
  const pages = pageCount(count ?? products.length, pageParams.size)
  const isLong = pageParams.size === 'all' && products.length === FIRST_CHUNK
  const isLoading = useNavigation().location?.pathname === href('/purchase')
  const pathOf = (page: number) => withQuery(href('/purchase'), { ...sizeQuery(pageSizes, chosen), page })
  return (
    <div className="page results-page">
      <PageHead
        title={pageParams.page === 0 ? 'All tools' : `All tools, page ${pageParams.page + 1}`}
        description="Every tool we make, with its image, price, stock and minimum order quantity."
        path={withQuery(
          href('/purchase'),
          pageParams.page === 0 ? {} : { size: pageParams.size, page: pageParams.page },
        )}
        image={products[0]?.imgURL}
      />
      <JsonLd about={(site) => breadcrumbs(site, [{ name: 'All tools', path: href('/purchase') }])} />
      <JsonLd about={(site) => productList(site, products, first.size * first.page)} />
      <section
        className="results-head note row"
        aria-label={pages > 1 ? `Tools, page ${pageParams.page + 1} of ${pages}` : 'Tools'}
        {...listHeadProps}
      >
        <h1 className="page-title work-title plain">All Tools Page</h1>
        <div className="list-count" aria-live="polite" aria-busy={isLoading || isLoadingMore}>
          <p>
            Total Tools Found <strong>{loadedCount.toLocaleString('en-US')}</strong>
          </p>
          {count !== null && <p>of {(pageParams.size === 'all' ? total : count).toLocaleString('en-US')}</p>}
        </div>
        {(isLoading || isLoadingMore) && <Spinner label="Loading tools" />}
        <div className="results-controls max-w-full row">
          <PageSizeSelector options={pageSizes} value={chosen.value} label={chosen.label} />
          <ViewSwitch
            cards={href('/purchase')}
            table={withQuery(href('/purchase'), { view: 'table' })}
            isTable={false}
          />
        </div>
      </section>
      <BrowseLinks />
      <DroppedFilters />
      {list.latest.length > 0 && <LatestOrders orders={list.latest} />}
      {all.error !== null && (
        <LoadFailure text="Some tools failed to load." error={all.error} onRetry={all.retry} />
      )}
      {isLong && (
        <p className="mb-24 note">
          Only the tools near the screen are part of the page, so your browser’s Find sees no others.
        </p>
      )}
      <div className="product-lists grid" aria-busy={isLoading}>
        {isLong ? (
          <LongProductGrid total={total} productAt={all.productAt} onShow={all.show} />
        ) : (
          <ProductGrid products={products} />
        )}
      </div>
      {isLong && (
        <noscript>
          <a href={withQuery(href('/purchase'), { size: FIRST_CHUNK, page: 1 })}>More tools</a>
        </noscript>
      )}
      <Pager page={pageParams.page} pageCount={pages} to={pathOf} />
      <CompareTray />
    </div>
  )
}

/** Names the ignored parameters; rendered in the browser, because the cached page does not depend on them. */
function DroppedFilters() {
  const { search } = useLocation()
  if (!useHydrated()) return null
  return readCatalogueQuery(new URLSearchParams(search)).notes.map((note) => (
    <p key={note} className="callout mb-12 text-14 break-anywhere">
      {note}
    </p>
  ))
}

export const ErrorBoundary = pageError('All tools', 'The tools', {
  heading: 'All Tools Page',
  className: 'page',
})

function searchPageParams(url: URL, view: string) {
  const size = view === 'table' ? TABLE_PAGE_SIZE : SEARCH_PAGE_SIZE
  return { size, page: readPageParams(url.searchParams, size).page }
}

function pageParamsOf(url: URL): PageParams {
  return readPageParams(url.searchParams, FIRST_PAGE_SIZE)
}

function chosenSize(url: URL, { size }: PageParams) {
  return namedPageSize(pageSizes, url.searchParams, size)
}

function firstChunk({ size, page }: PageParams) {
  return size === 'all' ? { size: FIRST_CHUNK, page: 0 } : { size, page }
}
