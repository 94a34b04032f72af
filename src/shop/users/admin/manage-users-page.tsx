import { useState } from 'react'
import { href } from 'react-router'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { pageCount, readPage } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { adminLoader } from '#shop/auth/access/require-admin.ts'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { fetchUsers, fetchUsersCount, sendDeletion } from '#shop/users/users-client.ts'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { loading } from '#ui/spinner.tsx'
import { showToast } from '#ui/toast.ts'
import { DeleteDialog } from '#web/delete-dialog.tsx'
import { ListPage, useChosenItem } from '#web/lists/list-page.tsx'
import { Pager } from '#web/lists/pager.tsx'
import { SearchForm } from '#web/lists/search-form.tsx'
import { PageError } from '#web/page-error.tsx'
import type { Route } from './+types/manage-users-page'
import { RoleDialog } from './role-dialog.tsx'
import { UserRow } from './user-row.tsx'

const PAGE_SIZE = 20

export const clientLoader = adminLoader(async ({ url }: Route.ClientLoaderArgs) => {
  const search = url.searchParams.get('search') ?? ''
  const count = await fetchUsersCount(search)
  const page = readPage(url.searchParams, PAGE_SIZE, count)
  return { users: await fetchUsers({ search, size: PAGE_SIZE, page }), count, page, search }
})
export const HydrateFallback = loading('the users')

export default function ManageUsersPage({ loaderData }: Route.ComponentProps) {
  const { users, count, page, search } = loaderData
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<ManagedUser>()
  const [changing, setChanging] = useState<ManagedUser | null>(null)
  const showDeleted = () => {
    focusHeading()
    void showToast('success', 'Successfully Deleted')
  }
  const pathOf = (page: number) => withQuery(href('/dashboard/manage-users'), { search, page })
  return (
    <>
      <ListPage
        title="Manage users"
        name="Manage Users"
        heading={heading}
        count={{ of: 'Users', is: count.toLocaleString('en-US') }}
        filters={<SearchForm label="Name or e-mail" search={search} />}
        empty={users.length === 0 && <p>No user matches this search.</p>}
        pager={<Pager page={page} pageCount={pageCount(count, PAGE_SIZE)} to={pathOf} />}
      >
        <ResponsiveTable
          columns={['Name', 'Email', { name: 'Actions', className: 'col-actions' }]}
          className="user-table"
        >
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              onChangeRole={() => setChanging(user)}
              onDelete={() => choose(user)}
            />
          ))}
        </ResponsiveTable>
      </ListPage>
      {changing && <RoleDialog user={changing} onClosed={() => setChanging(null)} />}
      {chosen && <DeleteUser user={chosen} onClosed={close} onDeleted={showDeleted} />}
    </>
  )
}

type DeleteUserProps = { user: ManagedUser; onClosed: () => void; onDeleted: () => void }

function DeleteUser({ user, onClosed, onDeleted }: DeleteUserProps) {
  return (
    <DeleteDialog
      title="Delete this user?"
      action="Delete user"
      remove={() => sendDeletion(user.email)}
      errorText={refusalText}
      onClosed={onClosed}
      onDeleted={onDeleted}
    >
      <p>
        <strong>{user.displayName}</strong> ({user.email}) will no longer be able to log in. Unpaid
        orders are cancelled; paid orders are kept without name and address. This can’t be undone.
      </p>
    </DeleteDialog>
  )
}

export function ErrorBoundary() {
  return <PageError title="Manage users" heading="Manage Users" text="The users failed to load." />
}
