import { DeleteDialog, type DeleteDialogProps } from '#web/delete-dialog.tsx'
import { useChosenItem } from './list-page.tsx'

type Deletion = Omit<DeleteDialogProps, 'onClosed' | 'onDeleted'> & {
  /** Called after the deletion, when the list is up to date. */
  onDeleted?: () => void
}

/** The dialog that deletes the chosen item of a list; afterwards the list's heading has the focus. */
export function useDeleteDialog<Item>(deletionOf: (item: Item) => Deletion) {
  const { chosen, choose, close, heading, focusHeading } = useChosenItem<Item>()
  const deletion = chosen && deletionOf(chosen)
  const dialog = deletion && (
    <DeleteDialog
      {...deletion}
      onClosed={close}
      onDeleted={() => {
        focusHeading()
        deletion.onDeleted?.()
      }}
    />
  )
  return { choose, dialog, heading, focusHeading }
}
