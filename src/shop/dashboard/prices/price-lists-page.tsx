import { href } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import { pricesApi, stateNames } from '#shop/prices/admin/prices-client.ts'
import { focusField, PopoverButton } from '#ui/popover-button.tsx'
import { ListPage, useListHeading } from '#web/lists/list-page.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { StateTabs } from '#web/lists/state-tabs.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/price-lists-page'
import { NewPriceListForm } from './new-price-list-form.tsx'
import { PriceListTable } from './price-list-table.tsx'

const PAGE_SIZE = 20
const tabs = { all: 'All', ...stateNames } as const
type Tab = keyof typeof tabs

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const asked = url.searchParams.get('state') ?? 'all'
  const tab: Tab = Object.hasOwn(tabs, asked) ? (asked as Tab) : 'all'
  const query = { search, ...(tab !== 'all' && { state: tab }) }
  const { count } = await pricesApi['price-listsCount'].$get({ query })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const [lists, groups] = await Promise.all([
    pricesApi['price-lists'].$get({ query: { ...query, size: PAGE_SIZE, page } }),
    pricesApi['customer-groups'].$get(),
  ])
  return { lists, count, page, search, tab, groups }
})
export const HydrateFallback = loading('the price lists', 'Price lists')

export default function PriceListsPage({ loaderData }: Route.ComponentProps) {
  const { lists, count, page, search, tab, groups } = loaderData
  const { heading } = useListHeading()
  const path = (more: { page?: number; state?: string }) =>
    withQuery(href('/dashboard/price-lists'), {
      search,
      state: tab,
      ...more,
    })
  return (
    <ListPage
      title="Price lists"
      heading={heading}
      count={{ of: 'Price lists', is: count }}
      tabs={
        <StateTabs label="State" names={tabs} current={tab} to={(state: Tab) => path({ state, page: 0 })} />
      }
      filters={<SearchForm label="Name" search={search} />}
      actions={
        <PopoverButton text="New price list" label="New price list" onToggle={focusField}>
          <NewPriceListForm groups={groups} company={null} />
        </PopoverButton>
      }
      empty={lists.length === 0 && <p>There are no such price lists.</p>}
      pages={{ page, count, size: PAGE_SIZE, to: (page) => path({ page }) }}
    >
      <PriceListTable lists={lists} />
    </ListPage>
  )
}

export const ErrorBoundary = pageError('Price lists', 'The price lists')
