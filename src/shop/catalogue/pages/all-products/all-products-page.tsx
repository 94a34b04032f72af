import { href, redirect, useNavigation } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { clampPage, type PageParams, pageCount, readPageParams } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { currentUserContext } from '#shop/auth/access/current-user.server.ts'
import { sessionEmail } from '#shop/auth/auth-client.ts'
import { fetchCategories } from '#shop/catalogue/categories/categories-client.ts'
import type { Category } from '#shop/catalogue/categories/category.ts'
import { listCategories } from '#shop/catalogue/categories/category-queries.server.ts'
import { specificationsOf } from '#shop/catalogue/categories/category-tree.ts'
import { BrowseLinks } from '#shop/catalogue/pages/category/browse-links.tsx'
import { FIRST_PAGE_SIZE, pageSizes } from '#shop/catalogue/product.ts'
import { toProductJson } from '#shop/catalogue/product-json.server.ts'
import { productList } from '#shop/catalogue/product-json-ld.ts'
import { listProductPage } from '#shop/catalogue/product-list.server.ts'
import { countProducts } from '#shop/catalogue/products.server.ts'
import { fetchProducts, fetchProductsCount } from '#shop/catalogue/products-client.ts'
import { findProducts } from '#shop/catalogue/search/find-products.server.ts'
import { fetchSearch } from '#shop/catalogue/search/search-client.ts'
import { type SearchResult, toSearchJson } from '#shop/catalogue/search/search-json.server.ts'
import { readCatalogueQuery } from '#shop/catalogue/search/search-query.ts'
import { LATEST_ORDERS, LatestOrders } from '#shop/home/latest-orders.tsx'
import { listOrders } from '#shop/orders/history/list-orders.server.ts'
import { toOrderJson } from '#shop/orders/order-json.server.ts'
import { fetchLatestOrders } from '#shop/orders/orders-client.ts'
import { listHeadProps } from '#ui/lists/list-head.ts'
import { Spinner } from '#ui/spinner.tsx'
import { breadcrumbs } from '#web/breadcrumbs.ts'
import { JsonLd } from '#web/json-ld.tsx'
import { hasOtherLabel, namedPageSize, sizeQuery } from '#web/lists/page-size.ts'
import { PageSizeSelector } from '#web/lists/page-size-selector.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { LoadFailure } from '#web/load-failure.tsx'
import { PageError } from '#web/page-error.tsx'
import type { PageHandle } from '#web/page-handle.ts'
import { PageHead } from '#web/page-head.tsx'
import { prefetchable, useLatest } from '#web/prefetch-page.ts'
import type { Route } from './+types/all-products-page'
import { DroppedFilters } from './dropped-filters.tsx'
import { loadLongGrid, longGrid } from './load-long-grid.ts'
import { loadSearchResults, searchResults, showsResults } from './load-search-results.ts'
import { ProductGrid } from './product-grid.tsx'
import type { SearchPage } from './search-results.tsx'
import { FIRST_CHUNK, useAllProducts } from './use-all-products.ts'

export const handle: PageHandle = { cached: ['page', 'size', 'view'], limit: 'searches' }

const SEARCH_PAGE_SIZE = 20
const TABLE_PAGE_SIZE = 100

/** A search, or a page of all products. */
type PageData = { search: SearchPage } | { list: AllProducts }

export async function loader({ context, url }: Route.LoaderArgs): Promise<PageData> {
  const db = context.get(databaseContext)
  const asked = readCatalogueQuery(url.searchParams)
  if (showsResults(asked)) {
    await loadSearchResults()
    const place = searchPlace(url, asked.query.isTable)
    const categories = asked.query.isTable ? await listCategories(db) : []
    const result = toSearchJson(await findProducts(db, asked, place))
    return { search: { ...asked, ...place, result, columns: columnsOf(categories, result) } }
  }
  return { list: await loadList(context, url) }
}

async function loadList(context: Route.LoaderArgs['context'], url: URL) {
  const { size } = placeIn(url)
  if (hasOtherLabel(pageSizes, url.searchParams)) {
    throw redirect(
      withQuery(href('/purchase'), { size, page: url.searchParams.get('page') ?? undefined }),
    )
  }
  if (size === 'all') await loadLongGrid()
  const db = context.get(databaseContext)
  const count = await countProducts(db)
  const place = clampPage(placeIn(url), count)
  const currentUser = await context.get(currentUserContext)
  const wanted = { search: '', state: 'all', size: LATEST_ORDERS } as const
  const latest = currentUser && (await listOrders(db, { ...wanted, accountId: currentUser.uid }))
  const orders = latest?.map(toOrderJson) ?? null
  const found = await listProductPage(db, 'oldest', firstChunk(place))
  const products = found.map(toProductJson)
  return { products, count, place, chosen: chosenSize(url, place), orders }
}

export const clientLoader = prefetchable(href('/purchase'), fetchPage)

async function fetchPage(url: URL): Promise<PageData> {
  const asked = readCatalogueQuery(url.searchParams)
  if (showsResults(asked)) {
    const place = searchPlace(url, asked.query.isTable)
    const [result, categories] = await Promise.all([
      fetchSearch(url.searchParams, place),
      asked.query.isTable ? fetchCategories() : [],
      loadSearchResults(),
    ])
    return { search: { ...asked, ...place, result, columns: columnsOf(categories, result) } }
  }
  return { list: await fetchList(url) }
}

async function fetchList(url: URL) {
  const requested = placeIn(url)
  const { size, page } = firstChunk(requested)
  // A failed count is only logged (product 8.5): the products are shown without it.
  const [found, count, orders] = await Promise.all([
    fetchProducts(size, page),
    fetchProductsCount().catch((error: unknown) => {
      console.warn('The number of tools failed to load', error)
      return null
    }),
    loadLatestOrders(),
    requested.size === 'all' && loadLongGrid(),
  ])
  const place = count === null ? requested : clampPage(requested, count)
  // The requested page no longer exists: show the last one.
  const products = place.page < requested.page ? await fetchProducts(size, place.page) : found
  return { products, count, place, chosen: chosenSize(url, place), orders }
}

/** All tools in pages or, with a search or a filter in the URL, what it finds. */
export default function AllProductsPage({ loaderData }: Route.ComponentProps) {
  const SearchResults = searchResults()
  const data = useLatest<PageData>(loaderData)
  if ('list' in data) return <AllProductsList list={data.list} />
  return SearchResults && <SearchResults search={data.search} />
}

type AllProducts = Awaited<ReturnType<typeof loadList | typeof fetchList>>

function AllProductsList({ list }: { list: AllProducts }) {
  const { products, count, place, chosen } = list
  const first = firstChunk(place)
  const { loadedCount, total, isLoadingMore, ...all } = useAllProducts(list)
  const pages = pageCount(count ?? products.length, place.size)
  const LongProductGrid = longGrid()
  const isLong = LongProductGrid && place.size === 'all' && products.length === FIRST_CHUNK
  const isLoading = useNavigation().location?.pathname === href('/purchase')
  const pathOf = (page: number) =>
    withQuery(href('/purchase'), { ...sizeQuery(pageSizes, chosen), page })
  return (
    <div className="page">
      <PageHead
        title={place.page === 0 ? 'All tools' : `All tools, page ${place.page + 1}`}
        description="Every tool we make, with its image, price, stock and minimum order quantity."
        path={withQuery(
          href('/purchase'),
          place.page === 0 ? {} : { size: place.size, page: place.page },
        )}
        image={products[0]?.imgURL}
      />
      <JsonLd
        about={(site) => breadcrumbs(site, [{ name: 'All tools', path: href('/purchase') }])}
      />
      <JsonLd about={(site) => productList(site, products, first.size * first.page)} />
      <h1 className="page-title">All Tools Page</h1>
      <DroppedFilters />
      <LatestOrders orders={list.orders} />
      <BrowseLinks />
      <section
        className="list-bar"
        aria-label={pages > 1 ? `Tools, page ${place.page + 1} of ${pages}` : 'Tools'}
        {...listHeadProps}
      >
        <div className="list-count" aria-live="polite" aria-busy={isLoading || isLoadingMore}>
          <p>
            Total Tools Found <strong>{loadedCount.toLocaleString('en-US')}</strong>
          </p>
          {count !== null && (
            <p>of {(place.size === 'all' ? total : count).toLocaleString('en-US')}</p>
          )}
        </div>
        {(isLoading || isLoadingMore) && <Spinner label="Loading tools" />}
        <PageSizeSelector options={pageSizes} value={chosen.value} label={chosen.label} />
      </section>
      {all.error !== null && (
        <LoadFailure text="Some tools failed to load." error={all.error} onRetry={all.retry} />
      )}
      {isLong && (
        <p className="list-note">
          Only the tools near the screen are part of the page, so your browser’s Find sees no
          others.
        </p>
      )}
      <div className="product-lists" aria-busy={isLoading}>
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
      <Pager page={place.page} pageCount={pages} to={pathOf} />
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <PageError
      title="All tools"
      heading="All Tools Page"
      text="The tools failed to load."
      className="page"
    />
  )
}

/** Loaded with the page, so that nothing below shifts; a failure does not affect the products. */
async function loadLatestOrders() {
  try {
    const email = await sessionEmail()
    return email ? await fetchLatestOrders(LATEST_ORDERS) : null
  } catch (error) {
    console.warn('The last orders failed to load', error)
    return null
  }
}

function searchPlace(url: URL, isTable: boolean) {
  const size = isTable ? TABLE_PAGE_SIZE : SEARCH_PAGE_SIZE
  return { size, page: readPageParams(url.searchParams, size).page }
}

/** The specifications of all categories of what was found, as the columns of its table. */
function columnsOf(categories: Category[], { products }: SearchResult) {
  const slugs = new Set(products.map(({ category }) => category))
  const all = [...slugs].flatMap((slug) => specificationsOf(categories, slug))
  return [...new Map(all.map((one) => [one.key, one])).values()]
}

function placeIn(url: URL): PageParams {
  return readPageParams(url.searchParams, FIRST_PAGE_SIZE)
}

function chosenSize(url: URL, { size }: PageParams) {
  return namedPageSize(pageSizes, url.searchParams, size)
}

function firstChunk({ size, page }: PageParams) {
  return size === 'all' ? { size: FIRST_CHUNK, page: 0 } : { size, page }
}
