import { useNavigation } from 'react-router'
import { databaseContext } from '#platform/http/page-context.server.ts'
import { type ListPlace, pageCount, readListPlace, withinList } from '#platform/http/pagination.ts'
import { viewerContext } from '#shop/auth/current-user.server.ts'
import { FIRST_PAGE_SIZE, pageSizes } from '#shop/catalogue/product.ts'
import { toolList } from '#shop/catalogue/product-json-ld.ts'
import { listProductPage } from '#shop/catalogue/product-pages.server.ts'
import { countProducts } from '#shop/catalogue/product-queries.server.ts'
import { fetchProducts, fetchProductsCount } from '#shop/catalogue/products-client.ts'
import { listOrdersOf } from '#shop/orders/order-queries.server.ts'
import { breadcrumbs } from '#ui/breadcrumbs.ts'
import { JsonLd } from '#ui/json-ld.tsx'
import { LoadFailure } from '#ui/lists/load-failure.tsx'
import { PageSizeSelector } from '#ui/lists/page-size-selector.tsx'
import { Pager } from '#ui/lists/pager.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { Spinner } from '#ui/spinner.tsx'
import type { Route } from './+types/all-tools-page'
import { ToolChunk } from './tool-chunk.tsx'
import { CHUNK, useAllTools } from './use-all-tools.ts'
import { LAST_ORDERS, YourPurchases } from './your-purchases.tsx'

export async function loader({ context, url }: Route.LoaderArgs) {
  const db = context.get(databaseContext)
  const count = await countProducts(db)
  const place = placeIn(url, count)
  const viewer = await context.get(viewerContext)
  const purchases = viewer && (await listOrdersOf(db, viewer.uid, LAST_ORDERS))
  return { tools: await listProductPage(db, 'oldest', firstChunk(place)), count, place, purchases }
}

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  const place = placeIn(url, Number.POSITIVE_INFINITY)
  const { size, page } = firstChunk(place)
  // A failed count is only logged (spec 8): the tools that came are shown all the same.
  const [tools, count] = await Promise.all([
    fetchProducts(size, page),
    fetchProductsCount().catch((error: unknown) => {
      console.warn('The number of tools failed to load', error)
      return null
    }),
  ])
  return { tools, count: count ?? tools.length, place, purchases: null }
}

export default function AllToolsPage({ loaderData }: Route.ComponentProps) {
  const { count, place } = loaderData
  const first = firstChunk(place)
  const { chunks, isLoadingMore, failed, retry } = useAllTools(loaderData)
  const isLoading = useNavigation().location?.pathname === '/purchase'
  const address = (page: number) => `/purchase?size=${place.size}&page=${page}`
  return (
    <div className="page">
      <PageHead
        title={place.page === 0 ? 'All tools' : `All tools, page ${place.page + 1}`}
        description="Every tool we make, with its picture, price, pieces in stock and smallest order."
        address={place.page === 0 ? '/purchase' : address(place.page)}
        picture={loaderData.tools[0]?.imgURL}
      />
      <JsonLd about={(site) => breadcrumbs(site, [{ name: 'All tools', address: '/purchase' }])} />
      <JsonLd about={(site) => toolList(site, loaderData.tools, first.size * first.page)} />
      <h1 className="page-title">All Tools Page</h1>
      <YourPurchases rendered={loaderData.purchases} />
      <div className="list-bar">
        <p aria-live="polite" aria-busy={isLoading || isLoadingMore}>
          Total Tools Found <strong>{chunks.flat().length.toLocaleString('en-US')}</strong>
        </p>
        {(isLoading || isLoadingMore) && <Spinner label="Loading tools" />}
        <PageSizeSelector options={pageSizes} value={String(place.size)} />
      </div>
      <div className="product-lists" aria-busy={isLoading}>
        {chunks.map((chunk, position) => (
          <ToolChunk key={chunk[0]?._id} tools={chunk} isFirst={position === 0} />
        ))}
      </div>
      {failed && <LoadFailure text="Some tools failed to load." onRetry={retry} />}
      {isLoadingMore && (
        <noscript>
          <a href={`/purchase?size=${CHUNK}&page=1`}>More tools</a>
        </noscript>
      )}
      <Pager page={place.page} pageCount={pageCount(count, place.size)} to={address} />
    </div>
  )
}

export function ErrorBoundary() {
  return (
    <div className="page">
      <PageHead title="All tools" />
      <h1 className="page-title">All Tools Page</h1>
      <LoadFailure text="The tools failed to load." />
    </div>
  )
}

function placeIn(url: URL, count: number): ListPlace {
  return withinList(readListPlace(url.searchParams, FIRST_PAGE_SIZE), count)
}

function firstChunk({ size, page }: ListPlace) {
  return size === 'all' ? { size: CHUNK, page: 0 } : { size, page }
}
