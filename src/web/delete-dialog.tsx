import { type ReactNode, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from './session-end.ts'

export type DeleteDialogProps = {
  title: string
  action: string
  /** The label of the other button. */
  keep?: string
  /** Deletes it; throws on failure. */
  remove: () => Promise<unknown>
  /** Returns the text shown for an error of `remove`, if not the shop's reason. */
  errorText?: (error: unknown) => string
  onClosed: () => void
  /** Called after deletion, when the page's lists are up to date. */
  onDeleted: () => void
  children: ReactNode
}

/** Asks for confirmation, deletes a list item, and reloads the page's lists. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { remove, errorText = refusalText, onClosed, onDeleted, ...dialog } = props
  const { reload } = useReload()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    const error = await remove().then(() => null, errorText)
    onClosed()
    await reload()
    if (error === null) onDeleted()
    else await showToast('error', error)
  }
  return <ConfirmDialog {...dialog} busy={isBusy} onConfirm={confirm} onCancel={onClosed} />
}
