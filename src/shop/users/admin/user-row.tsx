import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { sendPromotion, type User } from '#shop/users/users-client.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast.ts'

/** One user, and what an admin can do about it (spec 4). */
export function UserRow({ user, onDelete }: { user: User; onDelete: () => void }) {
  const id = useId()
  return (
    <tr>
      <th scope="row" id={id} className="user-cell">
        {user.displayName}
        <span className="user-email">{user.email}</span>
      </th>
      <td className="table-actions user-actions">
        {user.role ? (
          <Button variant="strong" disabled aria-describedby={id}>
            Admin
          </Button>
        ) : (
          <PromoteButton email={user.email} describedBy={id} />
        )}
        <Button variant="danger" aria-describedby={id} onClick={onDelete}>
          Delete
        </Button>
      </td>
    </tr>
  )
}

function PromoteButton({ email, describedBy }: { email: string; describedBy: string }) {
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const promote = async () => {
    setBusy(true)
    try {
      await sendPromotion(email)
      await showToast('success', 'Success to Create an Admin')
    } catch {
      await showToast('error', 'Something went wrong')
    }
    await revalidate()
    setBusy(false)
  }
  return (
    <Button variant="strong" busy={isBusy} aria-describedby={describedBy} onClick={promote}>
      Make as Admin
    </Button>
  )
}
