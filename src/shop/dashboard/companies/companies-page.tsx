import { href, Link, useNavigate } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { focusField, PopoverButton } from '#ui/popover-button.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/companies-page'
import { CustomerGroups } from './customer-groups.tsx'
import { NameForm } from './name-form.tsx'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const { count } = await pricesApi.companiesCount.$get({ query: { search } })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const [companies, groups] = await Promise.all([
    pricesApi.companies.$get({ query: { search, size: PAGE_SIZE, page } }),
    pricesApi['customer-groups'].$get(),
  ])
  return { companies, groups, count, page, search }
})
export const HydrateFallback = loading('the companies', 'Companies')

export default function CompaniesPage({ loaderData }: Route.ComponentProps) {
  const { companies, groups, count, page, search } = loaderData
  const { heading } = useListHeading()
  const navigate = useNavigate()
  return (
    <>
      <ListPage
        title="Companies"
        heading={heading}
        count={{ of: 'Companies', is: count }}
        filters={<SearchForm label="Name or ERP number" search={search} />}
        actions={
          <PopoverButton text="New company" label="New company" onToggle={focusField}>
            <NameForm
              label="Name of a new company"
              button="Add company"
              send={async (name) => {
                const { _id: id } = await pricesApi.companies.$post({ json: { name } })
                const path = href('/dashboard/companies/:id', { id })
                await navigate(withQuery(path, { tab: 'members' }))
              }}
            />
          </PopoverButton>
        }
        empty={companies.length === 0 && <p>There are no such companies.</p>}
        pages={{
          page,
          count,
          size: PAGE_SIZE,
          to: (page) => withQuery(href('/dashboard/companies'), { search, page }),
        }}
      >
        <DataTable
          rows={companies}
          keyOf={({ _id }) => _id}
          columns={[
            {
              head: 'Name',
              title: ({ name }) => name,
              subject: ({ _id: id, name }) => (
                <Link to={href('/dashboard/companies/:id', { id })}>{name}</Link>
              ),
            },
            { head: 'Group', cell: ({ group }) => group ?? '–' },
            { head: 'ERP number', cell: ({ erpNumber }) => erpNumber ?? '–' },
            { head: 'Members', number: ({ members }) => members },
          ]}
        />
      </ListPage>
      <CustomerGroups groups={groups} />
    </>
  )
}

export const ErrorBoundary = pageError('Companies', 'The companies')
