import { useState } from 'react'
import { href } from 'react-router'
import { answerOf } from '#platform/http/api/rest-client.ts'
import { readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { apiClient } from '#shop/auth/access/authorized-fetch.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { CustomersApi } from '#shop/customers/customers-api.server.ts'
import { pricesApi } from '#shop/prices/admin/prices-client.ts'
import { RoleDialog } from '#shop/users/admin/role-dialog.tsx'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { showToast } from '#ui/toast.ts'
import { ListPage } from '#web/lists/list-page.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { useDeleteDialog } from '#web/lists/use-delete-dialog.tsx'
import { loading } from '#web/loading.tsx'
import { pageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-users-page'
import { PendingUsers, pendingApi } from './pending-users.tsx'
import { UserRow } from './user-row.tsx'

const customersApi = apiClient<CustomersApi>()

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const { count } = await answerOf(usersApi.usersCount.$get({ query: { search } }))
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  const users = await answerOf(usersApi.users.$get({ query: { search, size: PAGE_SIZE, page } }))
  const [pending, companies] = await Promise.all([
    answerOf(pendingApi.$get({ query: { size: 1000, page: 0 } })),
    answerOf(pricesApi.companies.$get({ query: { search: '', size: 1000, page: 0 } })),
  ])
  const ids = users.map(({ _id }) => _id).join()
  const figures = await answerOf(customersApi.customers.$get({ query: { ids } }))
  return {
    users,
    pending,
    companies,
    count,
    page,
    search,
    figures: new Map(figures.map((figures) => [figures._id, figures])),
  }
})
export const HydrateFallback = loading('the users', 'Manage users')

export default function ManageUsersPage({ loaderData }: Route.ComponentProps) {
  const { users, pending, companies, count, page, search, figures } = loaderData
  const list = useDeleteDialog(({ email, displayName }: ManagedUser) => ({
    title: 'Delete this user?',
    action: 'Delete user',
    remove: () => answerOf(usersApi.users[':email'].$delete({ param: { email } })),
    onDeleted: () => void showToast('success', 'Successfully Deleted'),
    children: (
      <p>
        <strong>{displayName}</strong> ({email}) will no longer be able to log in. Unpaid orders are
        cancelled; paid orders are kept without name and address. This can’t be undone.
      </p>
    ),
  }))
  const [changing, setChanging] = useState<ManagedUser | null>(null)
  const pathOf = (page: number) => withQuery(href('/dashboard/manage-users'), { search, page })
  return (
    <>
      <ListPage
        title="Manage users"
        name="Manage Users"
        heading={list.heading}
        count={{ of: 'Users', is: count }}
        filters={<SearchForm label="Name or e-mail" search={search} />}
        empty={users.length === 0 && <p>No user matches this search.</p>}
        pages={{ page, count, size: PAGE_SIZE, to: pathOf }}
        dialogs={
          <>
            {changing && <RoleDialog user={changing} onClosed={() => setChanging(null)} />}
            {list.dialog}
          </>
        }
      >
        <ResponsiveTable
          columns={[
            'Name',
            { name: 'Email', className: 'user-email-cell' },
            { name: 'Country', className: 'user-country' },
            { name: 'Orders', className: 'col-number user-orders' },
            { name: 'This year', className: 'col-number user-sum' },
            { name: 'Open', className: 'col-number user-sum' },
            { name: 'Last order', className: 'user-last' },
            { name: 'Actions', className: 'col-actions' },
          ]}
          className="user-table"
        >
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              figures={figures.get(user._id)}
              onChangeRole={() => setChanging(user)}
              onDelete={() => list.choose(user)}
            />
          ))}
        </ResponsiveTable>
      </ListPage>
      <PendingUsers pending={pending} companies={companies} />
    </>
  )
}

export const ErrorBoundary = pageError({
  title: 'Manage users',
  heading: 'Manage Users',
  text: 'The users failed to load.',
})
