import { type ReactNode, useState } from 'react'
import { useRevalidator } from 'react-router'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'

type DeleteDialogProps = {
  title: string
  /** What the button says that does it. */
  action: string
  /** What the button says that does not. */
  keep?: string
  /** Does it; throws when it could not. */
  remove: () => Promise<void>
  /** What a notice says of an error that `remove` threw. */
  faultText: (error: unknown) => string
  onClosed: () => void
  /** It is gone, and the page's lists know it. */
  onDeleted: () => void
  children: ReactNode
}

/** Asks before something of a list is deleted, does it, and loads the page's lists anew. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, action, keep, remove, faultText, onClosed, onDeleted, children } = props
  const { revalidate } = useRevalidator()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const fault = await remove().then(() => null, faultText)
    onClosed()
    await revalidate()
    if (fault === null) onDeleted()
    else await showToast('error', fault)
  }
  return (
    <ConfirmDialog
      title={title}
      action={action}
      keep={keep}
      busy={isBusy}
      onConfirm={confirm}
      onCancel={onClosed}
    >
      {children}
    </ConfirmDialog>
  )
}
