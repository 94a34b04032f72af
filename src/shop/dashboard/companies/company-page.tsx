import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { fetchDeskOrders, fetchDeskSummary } from '#shop/order-desk/all-orders-client.ts'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import { OrderPager } from '#shop/order-table/order-pager.tsx'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import type { CursorPage } from '#shop/orders/cursor-page.ts'
import type { Order } from '#shop/orders/order.ts'
import { readCursor } from '#shop/orders/orders-query.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/company-page'
import { CompanyFacts, CompanyHead } from './company-facts.tsx'
import { CompanyForm } from './company-form.tsx'
import { CompanyMembers } from './company-members.tsx'
import { CompanyPrices } from './company-prices.tsx'

const ORDERS_OF_PAGE = 10

const tabs = {
  orders: 'Orders',
  members: 'Members',
  prices: 'Prices',
  details: 'Addresses and tax',
} as const
type Tab = keyof typeof tabs

export const clientLoader = adminLoader(async ({ params, url }: Route.ClientLoaderArgs) => {
  const param = { id: params.id }
  const company = await pricesApi.companies[':id'].$get({ param })
  const asked = url.searchParams.get('tab') ?? ''
  const isAsked = Object.hasOwn(tabs, asked) && !company.mergedInto
  const placed = { company: company._id, state: 'placed', search: '', sort: 'newest' } as const
  const kept = { company: company._id, state: 'all', search: '' } as const
  const since = `${new Date().getFullYear()}-01-01`
  const [groups, all, thisYear, newest, orders, lists] = await Promise.all([
    pricesApi['customer-groups'].$get(),
    fetchDeskSummary(kept),
    fetchDeskSummary({ ...kept, since }),
    fetchDeskOrders(placed, 1),
    fetchDeskOrders({ ...placed, ...readCursor(url.searchParams) }, ORDERS_OF_PAGE),
    pricesApi['price-lists'].$get({ query: { company: company._id, size: 100 } }),
  ])
  const { count, open } = all.found
  const lastOrder = newest.rows[0]?.placedAt
  const figures = { count, open, lastOrder, thisYear: thisYear.found.total }
  return { company, groups, figures, orders, lists, tab: isAsked ? (asked as Tab) : 'orders' }
})
export const HydrateFallback = loading('the company', 'Company')

/** A company: what it ordered, its members, what it pays, and its group, tax and addresses. */
export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, groups, figures, orders, lists, tab } = loaderData
  const { _id: id, members, pending, mergedInto } = company
  const counts = {
    orders: figures.count,
    members: members.length + pending.length,
    prices: lists.length,
    details: undefined,
  }
  return (
    <article key={id}>
      <PageHead title={company.name} />
      <CompanyHead company={company} figures={figures} />
      {mergedInto ? (
        <p className="mb-16">
          This company was merged into{' '}
          <Link to={href('/dashboard/companies/:id', { id: mergedInto._id })}>{mergedInto.name}</Link>. Only
          its orders are left.
        </p>
      ) : (
        <StateTabs
          className="mb-16"
          label="Parts of the company"
          names={tabs}
          countOf={(tab) => counts[tab] || undefined}
          current={tab}
          to={(tab: Tab) => withQuery(href('/dashboard/companies/:id', { id }), { tab })}
        />
      )}
      <div className="workbench">
        <div className="min-w-0">
          {tab === 'orders' && <CompanyOrders id={id} page={orders} />}
          {tab === 'members' && <CompanyMembers company={company} />}
          {tab === 'prices' && <CompanyPrices company={company} lists={lists} />}
          {tab === 'details' && <CompanyForm key={company.version} company={company} groups={groups} />}
        </div>
        {!mergedInto && (
          <aside className="surface px-16 py-12" aria-label="Details">
            <CompanyFacts company={company} />
          </aside>
        )}
      </div>
    </article>
  )
}

function CompanyOrders({ id, page }: { id: string; page: CursorPage<Order> }) {
  if (page.rows.length === 0) return <p>No order yet.</p>
  return (
    <section aria-label="Orders">
      <OrderTable orders={page.rows} list="company" />
      <OrderPager
        page={page}
        path={(cursor) => withQuery(href('/dashboard/companies/:id', { id }), { ...cursor })}
      />
      <p className="mt-12">
        <Link to={deskPath({ state: 'placed', company: id })}>Search and sum them</Link>
      </p>
    </section>
  )
}

export const ErrorBoundary = pageError('Company', 'The company')
