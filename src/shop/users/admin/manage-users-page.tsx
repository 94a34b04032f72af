import { useRef, useState } from 'react'
import { href } from 'react-router'
import { pageCount, readListPlace, withinList } from '#platform/http/pagination.ts'
import { withQuery } from '#platform/http/query.ts'
import { RestRefusal } from '#platform/http/rest-client.ts'
import { requireAdmin } from '#shop/auth/access/require-admin.ts'
import { DeleteDialog } from '#shop/page/delete-dialog.tsx'
import { Pager } from '#shop/page/lists/pager.tsx'
import { SearchForm } from '#shop/page/lists/search-form.tsx'
import { LoadFailure } from '#shop/page/load-failure.tsx'
import { PageHead } from '#shop/page/page-head.tsx'
import { fetchUsers, fetchUsersCount, sendDeletion, type User } from '#shop/users/users-client.ts'
import { ListHeader } from '#ui/lists/list-header.tsx'
import { ResponsiveTable } from '#ui/lists/responsive-table.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { showToast } from '#ui/toast.ts'
import type { Route } from './+types/manage-users-page'
import { RoleDialog } from './role-dialog.tsx'
import { UserRow } from './user-row.tsx'

const PAGE_SIZE = 20

export async function clientLoader({ url }: Route.ClientLoaderArgs) {
  await requireAdmin(url)
  const search = url.searchParams.get('search') ?? ''
  const count = await fetchUsersCount(search)
  const { page } = withinList(
    { ...readListPlace(url.searchParams, PAGE_SIZE), size: PAGE_SIZE },
    count,
  )
  return { users: await fetchUsers({ search, size: PAGE_SIZE, page }), count, page, search }
}
clientLoader.hydrate = true as const

export function HydrateFallback() {
  return <Spinner label="Loading the users" />
}

export default function ManageUsersPage({ loaderData }: Route.ComponentProps) {
  const { users, count, page, search } = loaderData
  const [doomed, setDoomed] = useState<User | null>(null)
  const [changing, setChanging] = useState<User | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const sayDeleted = () => {
    // Its row is gone, and the button in it that would get the focus back.
    heading.current?.focus()
    void showToast('success', 'Successfully Deleted')
  }
  const address = (page: number) => withQuery(href('/dashboard/manage-users'), { search, page })
  return (
    <>
      <PageHead title="Manage users" />
      <ListHeader
        title="Manage Users"
        heading={heading}
        count={{ of: 'Users', is: count.toLocaleString('en-US') }}
      />
      <div className="list-filters">
        <SearchForm label="Name or e-mail" search={search} />
      </div>
      {users.length === 0 ? (
        <p>No user matches this search.</p>
      ) : (
        <ResponsiveTable
          columns={['Name', 'E-mail', { name: 'Actions', className: 'col-actions' }]}
          className="user-table"
        >
          {users.map((user) => (
            <UserRow
              key={user._id}
              user={user}
              onChangeRole={() => setChanging(user)}
              onDelete={() => setDoomed(user)}
            />
          ))}
        </ResponsiveTable>
      )}
      <Pager page={page} pageCount={pageCount(count, PAGE_SIZE)} to={address} />
      {changing && <RoleDialog user={changing} onClosed={() => setChanging(null)} />}
      {doomed && (
        <DeleteUser user={doomed} onClosed={() => setDoomed(null)} onDeleted={sayDeleted} />
      )}
    </>
  )
}

type DeleteUserProps = { user: User; onClosed: () => void; onDeleted: () => void }

function DeleteUser({ user, onClosed, onDeleted }: DeleteUserProps) {
  return (
    <DeleteDialog
      title="Delete this user?"
      action="Delete user"
      remove={() => sendDeletion(user.email)}
      faultText={refusalText}
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

function refusalText(error: unknown): string {
  return error instanceof RestRefusal && error.status < 500 ? error.message : 'Something went wrong'
}

export function ErrorBoundary() {
  return (
    <>
      <PageHead title="Manage users" />
      <h1 className="page-title">Manage Users</h1>
      <LoadFailure text="The users failed to load." />
    </>
  )
}
