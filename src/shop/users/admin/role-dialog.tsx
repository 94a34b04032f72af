import { useCurrentUser } from '#shop/auth/access/use-sign-in.ts'
import type { ManagedUser } from '#shop/users/user-json.server.ts'
import { usersApi } from '#shop/users/users-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { SendDialog } from '#web/send-dialog.tsx'

type RoleDialogProps = { user: ManagedUser; onClosed: () => void }

/** Asks for confirmation before a role changes, stating the user and the consequences (product 10.30). */
export function RoleDialog({ user, onClosed }: RoleDialogProps) {
  const isOwn = useCurrentUser()?.email === user.email
  if (!user.role && !user.emailVerified) return <NotVerified user={user} onClosed={onClosed} />
  const change = user.role ? (isOwn ? ownDemotion : demotion) : promotion
  return (
    <SendDialog
      title={change.title}
      action={change.action}
      send={() => change.send(user.email, isOwn)}
      message={change.done}
      onClosed={onClosed}
    >
      <p>
        <strong>{user.displayName}</strong> ({user.email}) {change.meaning}
      </p>
      <ul className="bullets mt-8">
        <li>promote, demote and delete users</li>
        <li>add, change and delete products</li>
        <li>see every order and delete unpaid ones</li>
      </ul>
    </SendDialog>
  )
}

/** Says why this user can't be made an admin yet. */
function NotVerified({ user, onClosed }: RoleDialogProps) {
  return (
    <ConfirmDialog
      title="Make this user an admin?"
      action={null}
      keep="Close"
      busy={false}
      onConfirm={onClosed}
      onCancel={onClosed}
    >
      <p>
        <strong>{user.displayName}</strong> ({user.email}) hasn’t confirmed the address, so it may not be
        theirs, and can’t become an admin yet.
      </p>
    </ConfirmDialog>
  )
}

const promotion = {
  title: 'Make this user an admin?',
  action: 'Make admin',
  meaning: 'will be able to:',
  send: (email: string) => usersApi.users.admin[':email'].$put({ param: { email } }),
  // product 8
  done: 'Success to Create an Admin',
}

const demotion = {
  title: 'Remove this admin?',
  action: 'Remove admin',
  meaning: 'keeps the account as a buyer, and will no longer be able to:',
  send: (email: string, isOwn: boolean) => {
    // Confirms that it is the caller.
    const query = isOwn ? { confirm: 'own-role' as const } : {}
    return usersApi.users.admin[':email'].$delete({ param: { email }, query })
  },
  done: 'This user is no longer an admin',
}

const ownDemotion = {
  ...demotion,
  title: 'Give up your own admin role?',
  action: 'Give up my role',
  meaning: 'is you. You keep the account as a buyer, and will no longer be able to:',
  done: 'You are no longer an admin',
}
