import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { saveDocumentsOf } from '#shop/documents/documents-client.ts'
import { LedgerDownload } from '#shop/documents/ledger-download.tsx'
import type { DeskSummary } from '#shop/order-desk/all-orders-api.server.ts'
import { fetchDeskOrders, fetchDeskSummary } from '#shop/order-desk/all-orders-client.ts'
import { deskPath, readDeskQuery } from '#shop/order-desk/desk-query.ts'
import { OrderPager } from '#shop/order-table/order-pager.tsx'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import type { Cursor } from '#shop/orders/orders-query.ts'
import { Button } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-orders-page'
import { DeskFilter } from './desk-filter.tsx'
import { DeskTabs } from './desk-tabs.tsx'
import { OrderPanel } from './panel/order-panel.tsx'
import { orderOf, useOrderPanel } from './panel/use-order-panel.ts'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const query = readDeskQuery(url.searchParams)
  const [page, summary] = await Promise.all([fetchDeskOrders(query, PAGE_SIZE), fetchDeskSummary(query)])
  return { page, summary, wanted: query }
})
export const HydrateFallback = loading('the orders', 'Manage orders')

/** Opening the panel of an order leaves the list as it is. */
export function shouldRevalidate(change: {
  currentUrl: URL
  nextUrl: URL
  defaultShouldRevalidate: boolean
}): boolean {
  const isOtherPanel = orderOf(change.currentUrl.searchParams) !== orderOf(change.nextUrl.searchParams)
  const listOf = ({ pathname, searchParams }: URL) => pathname + deskPath(readDeskQuery(searchParams))
  const isSameList = listOf(change.currentUrl) === listOf(change.nextUrl)
  return isOtherPanel && isSameList ? false : change.defaultShouldRevalidate
}

export default function ManageOrdersPage({ loaderData }: Route.ComponentProps) {
  const { page, summary, wanted: query } = loaderData
  const orders = query.sort === 'newest' ? page.rows : page.rows.toReversed()
  const { heading, focusHeading } = useListHeading()
  const panel = useOrderPanel(orders, query, focusHeading)
  const documents = useSave(() => saveDocumentsOf(orders.map(({ _id }) => _id)))
  const path = (cursor: Cursor = {}) => deskPath({ ...query, before: undefined, after: undefined, ...cursor })
  const isFiltered = deskPath({ ...query, sort: 'newest' }) !== deskPath()
  return (
    <div className="orders-desk">
      <ListPage
        title="Manage orders"
        name="Manage Orders"
        heading={heading}
        aside={<DeskTabs query={query} tabs={summary.tabs} />}
        filters={<DeskFilter query={query} orders={orders} />}
        actions={
          <>
            <DeskSums found={summary.found} />
            <LedgerDownload />
          </>
        }
        pager={
          <>
            {orders.length > 0 && (
              <p className="mt-16">
                <Button variant="quiet" busy={documents.busy} onClick={documents.save}>
                  Download documents
                </Button>
              </p>
            )}
            <OrderPager page={page} path={path} sort={query.sort} />
          </>
        }
      >
        <div className="desk-columns">
          {orders.length === 0 ? (
            <p>{isFiltered ? 'No orders match this filter.' : 'There are no orders yet.'}</p>
          ) : (
            <OrderTable orders={orders} list="desk" panel={panel} onCancelled={focusHeading} />
          )}
          {panel.number && (
            <OrderPanel panel={{ ...panel, number: panel.number }} orders={orders} loaded={page} />
          )}
        </div>
      </ListPage>
    </div>
  )
}

function DeskSums({ found }: { found: DeskSummary['found'] }) {
  const { count, pieces, total, more } = found
  const bound = more ? 'more than ' : ''
  const sums = [
    ['Orders', count.toLocaleString('en-US')],
    ['Pieces', pieces.toLocaleString('en-US')],
    ['Total', formatDollars(dollarsToCents(total))],
  ] as const
  return (
    <p className="note unbroken flex flex-wrap gap-x-12" aria-live="polite">
      {sums.map(([name, text]) => (
        <span key={name}>
          {name} <strong className="plain">{`${bound}${text}`}</strong>
        </span>
      ))}
    </p>
  )
}

export const ErrorBoundary = pageError('Manage orders', 'The orders', { heading: 'Manage Orders' })
