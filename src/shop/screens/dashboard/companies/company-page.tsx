import { href, Link } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { pricesApi } from '#shop/screens/dashboard/prices/prices-client.ts'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import { PageHead } from '#web/page-head.tsx'
import type { Route } from './+types/company-page'
import { CompanyForm } from './company-form.tsx'
import { CompanyMembers } from './company-members.tsx'
import { CompanyPrices } from './company-prices.tsx'
import { MergeCompany } from './merge-company.tsx'

export const clientLoader = adminLoader(async ({ params }: Route.ClientLoaderArgs) => {
  const [company, groups] = await Promise.all([
    answerOf(pricesApi.companies[':id'].$get({ param: { id: params.id } })),
    answerOf(pricesApi['customer-groups'].$get()),
  ])
  return { company, groups }
})
export const HydrateFallback = loading('the company', 'Company')

/** A company: its members, group, tax and addresses, and what it pays. */
export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, groups } = loaderData
  const { mergedInto } = company
  return (
    <article key={company._id}>
      <PageHead title={company.name} />
      <header className="price-list-head row">
        <h1 className="page-title">{company.name}</h1>
        <Link to={withQuery(href('/dashboard/price-lists'), { company: company._id })}>
          Its price lists
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
    </article>
  )
}

export const ErrorBoundary = pageError({ title: 'Company', text: 'The company failed to load.' })
