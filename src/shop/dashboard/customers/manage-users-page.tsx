import { useState } from 'react'
import { href, Link } from 'react-router'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { dollarsToCents, formatDollars } from '#platform/money.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { CustomerFiguresJson } from '#shop/customers/customers-api.server.ts'
import { deskPath } from '#shop/order-desk/desk-query.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { RoleDialog } from '#shop/users/admin/role-dialog.tsx'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { userSortNames, userSorts } from '#shop/users/user-sorts.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { Button } from '#ui/button.tsx'
import { DateTime } from '#ui/date-time.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { DataTable } from '#ui/lists/responsive-table.tsx'
import { DeleteButton } from '#ui/lists/row-actions.tsx'
import { showToast } from '#ui/toast.ts'
import { FilterSelect } from '#web/lists/filter-select.tsx'
import { ListPage } from '#web/lists/list-page.tsx'
import { SelectAll, useSelection } from '#web/lists/list-selection.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-users-page'
import { customersApi, SelectedUsers } from './change-users.tsx'
import { PendingUsers, pendingApi } from './pending-users.tsx'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const sort = userSorts.find((one) => one === url.searchParams.get('sort')) ?? 'newest'
  const { count } = await usersApi.usersCount.$get({ query: { search } })
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const users = await usersApi.users.$get({ query: { search, sort, size: PAGE_SIZE, page } })
  const [pending, companies, groups] = await Promise.all([
    pendingApi.$get({ query: { size: 1000, page: 0 } }),
    pricesApi.companies.$get({ query: { search: '', size: 1000, page: 0 } }),
    pricesApi['customer-groups'].$get({}),
  ])
  const ids = users.map(({ _id }) => _id).join()
  const figures = await customersApi.$get({ query: { ids } })
  return {
    users,
    pending,
    companies,
    groups,
    count,
    page,
    search,
    sort,
    figures: new Map(figures.map((figures) => [figures._id, figures])),
  }
})
export const HydrateFallback = loading('the users', 'Manage users')

/** The users, with what admins can do with them (product 4.5). */
export default function ManageUsersPage({ loaderData }: Route.ComponentProps) {
  const { users, pending, companies, groups, count, page, search, sort, figures } = loaderData
  const list = useDeleteDialog(({ email, displayName }: ManagedUser) => ({
    title: 'Delete this user?',
    action: 'Delete user',
    remove: () => usersApi.users[':email'].$delete({ param: { email } }),
    onDeleted: () => void showToast('success', 'Successfully Deleted'),
    children: (
      <p>
        <strong>{displayName}</strong> ({email}) will no longer be able to log in. Unpaid orders are
        cancelled; paid orders are kept without name and address. This can’t be undone.
      </p>
    ),
  }))
  const [changing, setChanging] = useState<ManagedUser | null>(null)
  const pathOf = (page: number) => withQuery(href('/dashboard/manage-users'), { search, sort, page })
  const selection = useSelection(
    users.map(({ _id }) => _id),
    pathOf(page),
  )
  return (
    <>
      <ListPage
        title="Manage users"
        name="Manage Users"
        heading={list.heading}
        count={{ of: 'Users', is: count }}
        selectAll={users.length > 0 && <SelectAll selection={selection} />}
        filters={
          <SearchForm label="Name or e-mail" search={search}>
            <FilterSelect
              name="sort"
              label="Sort by"
              value={sort}
              options={userSorts.map((sort) => [sort, userSortNames[sort]])}
            />
          </SearchForm>
        }
        selection={
          selection.ids.length > 0 && (
            <SelectedUsers
              users={users.filter(({ _id }) => selection.has(_id))}
              figures={figures}
              choices={{ company: companies, group: groups }}
              onClear={() => {
                selection.clear()
                list.focusHeading()
              }}
            />
          )
        }
        empty={users.length === 0 && <p>No user matches this search.</p>}
        pages={{ page, count, size: PAGE_SIZE, to: pathOf }}
        dialogs={
          <>
            {changing && <RoleDialog user={changing} onClosed={() => setChanging(null)} />}
            {list.dialog}
          </>
        }
      >
        <DataTable
          rows={users}
          keyOf={({ _id }) => _id}
          className="user-table"
          columns={[
            {
              head: 'Name',
              title: ({ displayName }) => displayName,
              subject: ({ _id: id, displayName }) => (
                <span className="line gap-10">
                  <input
                    type="checkbox"
                    aria-label={`Select ${displayName}`}
                    checked={selection.has(id)}
                    onChange={() => selection.toggle(id)}
                  />
                  <Link className="two-lines" to={href('/dashboard/customers/:id', { id })}>
                    {displayName}
                  </Link>
                </span>
              ),
            },
            {
              head: 'Email',
              label: '',
              className: 'user-email-cell',
              width: '15rem',
              cell: ({ email, emailVerified }) => (
                <span className="flex items-center gap-8">
                  <CopyableText text={email} label="e-mail" tail={10} />
                  {!emailVerified && <small>Not verified</small>}
                </span>
              ),
            },
            {
              head: 'Country',
              className: 'user-country',
              width: '7rem',
              cell: ({ country }) => country,
            },
            {
              head: 'Orders',
              className: 'user-orders',
              width: '4rem',
              number: ({ _id: buyer }) => <OrdersLink buyer={buyer} figures={figures.get(buyer)} />,
            },
            {
              head: 'This year',
              className: 'user-sum',
              width: '5.75rem',
              number: ({ _id }) => dollars(figures.get(_id)?.thisYear),
            },
            {
              head: 'Open',
              className: 'user-sum',
              width: '5.75rem',
              number: ({ _id }) => dollars(figures.get(_id)?.open),
            },
            {
              head: 'Last order',
              className: 'user-last',
              width: '5rem',
              cell: ({ _id }) => dayOf(figures.get(_id)?.lastOrderAt),
            },
            {
              actions: (user, id) => (
                <>
                  {user.role && (
                    <Button variant="quiet" disabled aria-describedby={id}>
                      Admin
                    </Button>
                  )}
                  <Button variant="quiet" aria-describedby={id} onClick={() => setChanging(user)}>
                    {user.role ? 'Demote' : 'Make as Admin'}
                  </Button>
                  <DeleteButton id={id} onClick={() => list.choose(user)} />
                </>
              ),
            },
          ]}
        />
      </ListPage>
      <PendingUsers pending={pending} companies={companies} />
    </>
  )
}

type OrdersLinkProps = { buyer: string; figures: CustomerFiguresJson | undefined }

const OrdersLink = ({ buyer, figures }: OrdersLinkProps) =>
  figures && <Link to={deskPath({ buyer })}>{figures.orders.toLocaleString('en-US')}</Link>

const dollars = (amount = 0) => (amount ? formatDollars(dollarsToCents(amount)) : '')

const dayOf = (iso: string | null | undefined) => iso && <DateTime iso={iso} dayOnly="short" />

export const ErrorBoundary = pageError('Manage users', 'The users', { heading: 'Manage Users' })
