import { useId } from 'react'
import { href, Link } from 'react-router'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { Button } from '#ui/button.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { RowActions } from '#ui/lists/row-actions.tsx'

type UserRowProps = {
  user: ManagedUser
  onChangeRole: () => void
  onDelete: () => void
}

/** A user in the admin's list, with its actions (product 4.5). */
export function UserRow({ user, onChangeRole, onDelete }: UserRowProps) {
  const id = useId()
  return (
    <tr>
      <th scope="row" id={id} title={user.displayName}>
        <Link to={href('/dashboard/customers/:id', { id: user._id })}>{user.displayName}</Link>
      </th>
      <td>
        <span className="user-email">
          <CopyableText text={user.email} label="e-mail" tail={10} />
          {!user.emailVerified && <small>Not verified</small>}
        </span>
      </td>
      <RowActions headingId={id} onDelete={onDelete}>
        {user.role && (
          <Button variant="quiet" disabled aria-describedby={id}>
            Admin
          </Button>
        )}
        <Button variant="quiet" aria-describedby={id} onClick={onChangeRole}>
          {user.role ? 'Demote' : 'Make as Admin'}
        </Button>
      </RowActions>
    </tr>
  )
}
