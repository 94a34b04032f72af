import { useId, useState } from 'react'
import { useRevalidator } from 'react-router'
import { sendPromotion, type User } from '#shop/users/users-client.ts'
import { Button } from '#ui/button.tsx'
import { CopyableText } from '#ui/lists/copyable-text.tsx'
import { showToast } from '#ui/toast.ts'

/** One user, and what an admin can do about it (spec 4). */
export function UserRow({ user, onDelete }: { user: User; onDelete: () => void }) {
  const id = useId()
  return (
    <tr>
      <th scope="row" id={id} title={user.displayName}>
        {user.displayName}
      </th>
      <td className="user-email">
        <CopyableText text={user.email} label="e-mail" tail={10} />
      </td>
      <td className="col-actions">
        <div className="table-actions">
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
        </div>
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
