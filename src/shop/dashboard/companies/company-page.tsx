import { href, Link } from 'react-router'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { fetchDeskOrders } from '#shop/order-desk/all-orders-client.ts'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import { OrderPager } from '#shop/order-table/order-pager.tsx'
import { OrderTable } from '#shop/order-table/order-table.tsx'
import type { CursorPage } from '#shop/orders/cursor-page.ts'
import type { Order } from '#shop/orders/order.ts'
import { readCursor } from '#shop/orders/orders-query.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/company-page'
import { CompanyForm } from './company-form.tsx'
import { CompanyMembers } from './company-members.tsx'
import { CompanyPrices } from './company-prices.tsx'
import { MergeCompany } from './merge-company.tsx'

const ORDERS_OF_PAGE = 10

export const clientLoader = adminLoader(async ({ params, url }: Route.ClientLoaderArgs) => {
  const company = await pricesApi.companies[':id'].$get({ param: { id: params.id } })
  const placed = { company: company._id, state: 'placed', search: '', sort: 'newest' } as const
  const [groups, orders] = await Promise.all([
    pricesApi['customer-groups'].$get(),
    fetchDeskOrders({ ...placed, ...readCursor(url.searchParams) }, ORDERS_OF_PAGE),
  ])
  return { company, groups, orders }
})
export const HydrateFallback = loading('the company', 'Company')

/** A company: its members, group, tax and addresses, what it pays and what it ordered. */
export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, groups, orders } = loaderData
  const { mergedInto } = company
  return (
    <article key={company._id}>
      <PageHead title={company.name} />
      <header className="dashboard-head row">
        <h1 className="page-title">{company.name}</h1>
        <Link to={withQuery(href('/dashboard/price-lists'), { company: company._id })}>
          Price lists of {company.name}
        </Link>
        <Link to={href('/dashboard/companies')}>All companies</Link>
      </header>
      {mergedInto ? (
        <p>
          This company was merged into{' '}
          <Link to={href('/dashboard/companies/:id', { id: mergedInto._id })}>
            {mergedInto.name}
          </Link>
          . Only its orders are left.
        </p>
      ) : (
        <>
          <CompanyMembers company={company} />
          <CompanyForm key={company.version} company={company} groups={groups} />
          <CompanyPrices company={company} />
          <MergeCompany company={company} />
        </>
      )}
      <CompanyOrders id={company._id} page={orders} />
    </article>
  )
}

function CompanyOrders({ id, page }: { id: string; page: CursorPage<Order> }) {
  return (
    <section className="price-section" aria-labelledby="company-orders">
      <h2 id="company-orders">Orders</h2>
      {page.rows.length === 0 ? (
        <p>No order yet.</p>
      ) : (
        <>
          <p>
            <Link to={deskPath({ state: 'placed', company: id })}>Search and sum them</Link>
          </p>
          <OrderTable orders={page.rows} list="company" />
          <OrderPager
            page={page}
            path={(cursor) => withQuery(href('/dashboard/companies/:id', { id }), { ...cursor })}
          />
        </>
      )}
    </section>
  )
}

export const ErrorBoundary = pageError('Company', 'The company')
