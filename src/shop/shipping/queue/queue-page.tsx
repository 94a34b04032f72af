import { useState } from 'react'
import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { AFTER_ALL_ORDERS, type Cursor, ORDER_SEARCH } from '#shop/orders/orders-query.ts'
import { mostToShip } from '#shop/pieces/pieces.ts'
import { allPapers, type Paper, paperNames } from '#shop/shipping/print/papers.ts'
import { pageOf, type QueueTab, queueTabNames, readQueueQuery } from '#shop/shipping/queue-tabs.ts'
import { saveOrderPapers, shippingApi } from '#shop/shipping/shipping-client.ts'
import { Button, buttonVariant } from '#ui/button.tsx'
import { Options } from '#ui/forms/options.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { useSave } from '#ui/use-save.ts'
import { CursorPager } from '#web/lists/cursor-pager.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { SelectAll, Selected, useSelection } from '#web/lists/list-selection.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/queue-page'
import { CancelShipmentDialog, type ShipmentOfOrder } from './cancel-shipment-dialog.tsx'
import { queueColumns } from './queue-columns.tsx'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const query = readQueueQuery(url.searchParams)
  const [rows, counts] = await Promise.all([
    shippingApi.shipping.queue.$get({ query: { ...query, size: String(PAGE_SIZE + 1) } }),
    shippingApi.shipping.counts.$get({ query: { search: query.search } }),
  ])
  return { query, counts, page: pageOf(rows, PAGE_SIZE, query) }
})
export const HydrateFallback = loading('the orders to pack', 'Shipping')

const none = {
  'to-pack': 'Nothing is to pack.',
  packed: 'No parcel waits for its carrier.',
  'part-shipped': 'No order waits for the rest of its pieces.',
  blocked: 'No order is blocked.',
  'shipped-today': 'Nothing was shipped today. The day begins at midnight UTC.',
}

/** The orders to pack, oldest first, with their papers. */
export default function QueuePage({ loaderData }: Route.ComponentProps) {
  const { query, counts, page } = loaderData
  const { tab, search } = query
  const { rows: orders } = page
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<ShipmentOfOrder>()
  const selection = useSelection(orders.map(({ _id }) => _id))
  const [chosenPaper, setChosenPaper] = useState<Paper | 'all'>('all')
  const papers = useSave(() =>
    saveOrderPapers(selection.ids, chosenPaper === 'all' ? allPapers : [chosenPaper]),
  )
  const path = (cursor: Cursor = {}) => withQuery(href('/dashboard/shipping'), { tab, search, ...cursor })
  return (
    <>
      <ListPage
        title="Shipping"
        heading={heading}
        count={{ of: queueTabNames[tab], is: countText(counts, tab, search) }}
        aside={
          <Link to={href('/dashboard/shipping/pack')} className={buttonVariant.primary}>
            Pack station
          </Link>
        }
        selectAll={orders.length > 0 && <SelectAll selection={selection} />}
        tabs={
          <StateTabs
            label="Orders to ship"
            names={queueTabNames}
            countOf={(tab) => countText(counts, tab, search)}
            current={tab}
            to={(tab) => withQuery(href('/dashboard/shipping'), { tab, search: search || undefined })}
          />
        }
        filters={
          <SearchForm label={ORDER_SEARCH} search={search}>
            <input type="hidden" name="tab" value={tab} />
          </SearchForm>
        }
        selection={
          selection.ids.length > 0 && (
            <Selected
              label="Selected orders"
              text={`${selection.ids.length} selected`}
              onClear={() => {
                selection.clear()
                focusHeading()
              }}
            >
              <select
                className="field-input"
                aria-label="Papers"
                value={chosenPaper}
                onChange={({ currentTarget }) => setChosenPaper(currentTarget.value as typeof chosenPaper)}
              >
                <option value="all">All papers</option>
                <Options of={allPapers.map((paper) => [paper, paperNames[paper]])} />
              </select>
              <Button variant="quiet" busy={papers.busy} onClick={papers.save}>
                Print {selection.ids.length} (PDF)
              </Button>
            </Selected>
          )
        }
        empty={orders.length === 0 && <p>{search ? 'No orders match this search.' : none[tab]}</p>}
        pager={
          <CursorPager
            before={page.hasOlder ? { first: path(), previous: path({ before: orders[0]?._id }) } : null}
            after={
              page.hasNewer
                ? {
                    next: path({ after: orders.at(-1)?._id }),
                    last: path({ before: AFTER_ALL_ORDERS }),
                  }
                : null
            }
            ends={{ first: 'Oldest', last: 'Newest' }}
          />
        }
      >
        <DataTable rows={orders} keyOf={({ _id }) => _id} columns={queueColumns(selection, choose)} />
      </ListPage>
      {chosen && <CancelShipmentDialog shipment={chosen} onClosed={close} onCancelled={focusHeading} />}
    </>
  )
}

function countText(counts: Record<QueueTab, number>, tab: QueueTab, search: string): string {
  const toShip = counts['to-pack'] + counts['part-shipped'] + counts.blocked
  const isMore = tab !== 'shipped-today' && tab !== 'packed' && toShip >= mostToShip(search !== '')
  return `${counts[tab].toLocaleString('en-US')}${isMore ? '+' : ''}`
}

export const ErrorBoundary = pageError('Shipping', 'The orders')
