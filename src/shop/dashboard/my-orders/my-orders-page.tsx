import { useState } from 'react'
import { href, Link } from 'react-router'
import { saveDownload } from '#platform/http/api/save-download.ts'
import { requireSession } from '#shop/auth/access/require-session.ts'
import { PASTE_HASH } from '#shop/list-store/order-list.ts'
import { OrderFilter } from '#shop/order-table/order-filter.tsx'
import { OrderPager } from '#shop/order-table/order-pager.tsx'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import { ReorderMonth } from '#shop/order-table/reorder-month.tsx'
import { type OwnOrdersQuery, ownOrdersPath, readOwnOrdersQuery } from '#shop/orders/history/own-orders.ts'
import { fetchOwnCsv, fetchOwnOrders, fetchOwnSummary } from '#shop/orders/history/own-orders-client.ts'
import { type Cursor, OWN_ORDER_SEARCH } from '#shop/orders/orders-query.ts'
import { Button } from '#ui/button.tsx'
import { useSave } from '#ui/use-save.ts'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { SelectAll } from '#web/lists/list-selection.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/my-orders-page'
import { countOf, countText, MyOrdersTabs, UnpaidSum } from './my-orders-tabs.tsx'
import { SelectFound, useSelectedOrders } from './select-orders.tsx'
import { SelectedOrders } from './selected-orders.tsx'

const PAGE_SIZE = 20

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireSession(url)
  const query = readOwnOrdersQuery(url.searchParams)
  const [page, summary] = await Promise.all([fetchOwnOrders(query, PAGE_SIZE), fetchOwnSummary(query)])
  return { page, summary, wanted: query }
}
export const HydrateFallback = loading('your orders', 'My orders')

export default function MyOrdersPage({ loaderData }: Route.ComponentProps) {
  const { page, summary, wanted: query } = loaderData
  const { rows: orders } = page
  const { heading, focusHeading } = useListHeading()
  const selection = useSelectedOrders(orders, query)
  const [results, setResults] = useState<string[]>([])
  const csv = useSave(() => saveDownload(fetchOwnCsv(query), 'orders.csv'))
  const count = countOf(summary, query.tab)
  const path = (cursor: Cursor = {}) =>
    ownOrdersPath({ ...query, before: undefined, after: undefined, ...cursor })
  return (
    <ListPage
      title="My orders"
      name="My Orders"
      heading={heading}
      count={count.count > 0 ? { of: 'Orders', is: countText(count) } : undefined}
      aside={
        <div className="my-orders-tools line gap-8">
          <UnpaidSum summary={summary} />
          {orders.length > 0 && (
            <>
              <ReorderMonth />
              <Button variant="quiet" title="Download all orders found" busy={csv.busy} onClick={csv.save}>
                CSV
              </Button>
            </>
          )}
        </div>
      }
      selectAll={orders.length > 0 && <SelectAll selection={selection} />}
      tabs={<MyOrdersTabs wanted={query} summary={summary} />}
      filters={
        <OrderFilter
          label={OWN_ORDER_SEARCH}
          wanted={query}
          pathOf={(filter) => ownOrdersPath({ tab: query.tab, ...filter })}
        />
      }
      selection={
        selection.orders.length > 0 && (
          <SelectedOrders
            orders={selection.orders}
            onClear={() => {
              selection.clear()
              // Its button goes away with the selection.
              focusHeading()
            }}
            onCancelled={(lines) => {
              setResults(lines)
              selection.clear()
              focusHeading()
            }}
          >
            <SelectFound selection={selection} wanted={query} shown={orders.length} count={count.count} />
          </SelectedOrders>
        )
      }
      note={
        <ul className="mb-12" aria-live="polite" hidden={results.length === 0}>
          {results.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      }
      empty={
        orders.length === 0 && (
          <NoOrders wanted={query} hasCancelled={countOf(summary, 'cancelled').count > 0} />
        )
      }
      pager={<OrderPager page={page} path={path} />}
    >
      <OrderTable orders={orders} list="own" selection={selection} onCancelled={focusHeading} />
    </ListPage>
  )
}

type NoOrdersProps = { wanted: OwnOrdersQuery; hasCancelled: boolean }

function NoOrders({ wanted: { tab, search, since, until }, hasCancelled }: NoOrdersProps) {
  if (search || since || until) {
    return (
      <p>
        No orders match this search.{' '}
        <Link to={ownOrdersPath({ tab })} className="text-link">
          Show all {tab === 'all' ? '' : `${tab} `}orders
        </Link>
      </p>
    )
  }
  if (tab === 'cancelled') return <p>You have no cancelled orders.</p>
  if (tab !== 'all') return <p>You have no {tab} orders.</p>
  return (
    <p>
      {hasCancelled ? 'All your orders are cancelled.' : 'You have no orders yet.'}{' '}
      <Link to={href('/purchase')} className="text-link">
        Browse our tools
      </Link>
      , or{' '}
      <Link to={`${href('/order-list')}#${PASTE_HASH}`} className="text-link">
        paste an order
      </Link>{' '}
      from a spreadsheet or an e-mail.
    </p>
  )
}

export const ErrorBoundary = pageError('My orders', 'Your orders', { heading: 'My Orders' })
