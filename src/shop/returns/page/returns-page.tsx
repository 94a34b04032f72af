import { useState } from 'react'
import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { buyerText } from '#shop/orders/order-contents.ts'
import type { Return } from '#shop/returns/return-json.server.ts'
import { type ReturnList, returnLists } from '#shop/returns/return-request.ts'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/returns-page'
import { ReturnEntry } from './return-entry.tsx'
import { returnsApi } from './returns-client.ts'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const status = returnLists.find((status) => status === url.searchParams.get('status')) ?? 'requested'
  const counts = await returnsApi.returns.counts.$get()
  const page = readPage(url.searchParams, PAGE_SIZE, counts[status])
  const query = { status, size: String(PAGE_SIZE), page: String(page) }
  const returns = await returnsApi.returns.$get({ query })
  return { counts, returns, status, page }
})
export const HydrateFallback = loading('the returns', 'Returns')

const tabNames: Record<ReturnList, string> = {
  requested: 'Requested',
  approved: 'Approved',
  'to-settle': 'To settle',
  received: 'Received',
  refused: 'Refused',
  closed: 'Closed',
}

export default function ReturnsPage({ loaderData }: Route.ComponentProps) {
  const { counts, returns, status, page } = loaderData
  const { heading } = useListHeading()
  const list = `${status} ${page}`
  const [stayed, setStayed] = useState<{ in: string; returns: Return[] }>()
  // A return stays in sight when a change moves it to another list.
  const gone = stayed?.in === list ? stayed.returns.filter((one) => !isAmong(one, returns)) : []
  const shown = [...returns, ...gone].toSorted((a, b) => (a._id < b._id ? -1 : 1))
  const stay = (changed: Return) =>
    setStayed({ in: list, returns: [...gone.filter((one) => !isAmong(one, [changed])), changed] })
  const pathOf = (page: number) => withQuery(href('/dashboard/returns'), { status, page })
  return (
    <ListPage
      title="Returns"
      heading={heading}
      count={{ of: tabNames[status], is: counts[status] }}
      tabs={
        <StateTabs
          label="Status of the returns"
          names={tabNames}
          countOf={(status) => counts[status]}
          current={status}
          to={(status) => withQuery(href('/dashboard/returns'), { status })}
        />
      }
      empty={shown.length === 0 && <p>There are no returns here.</p>}
      pages={{ page, count: counts[status], size: PAGE_SIZE, to: pathOf }}
    >
      <ul className="returns grid">
        {shown.map((request) => (
          <ReturnEntry
            key={request._id}
            of={request}
            by="admin"
            onChanged={stay}
            refundPath={isToRefund(request) ? refundPathOf(request) : undefined}
            orderLink={
              <Link to={href('/dashboard/orders/:id', { id: request.orderNumber })} className="text-link">
                <span className="visually-hidden">Order {request.orderNumber} of </span>
                {buyerText({ ...request, name: request.buyer })}
              </Link>
            }
          />
        ))}
      </ul>
    </ListPage>
  )
}

function isAmong({ _id }: Return, returns: Return[]): boolean {
  return returns.some((one) => one._id === _id)
}

function refundPathOf({ _id, orderNumber }: Return): string {
  return withQuery(href('/dashboard/orders/:id', { id: orderNumber }), { refund: _id })
}

function isToRefund({ status, total, refunded, refunding }: Return): boolean {
  return status === 'received' && total > 0 && refunded + refunding === 0
}

export const ErrorBoundary = pageError('Returns', 'The returns')
