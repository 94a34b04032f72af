import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type ConfirmDialogProps = {
  title: string
  /** The label of the confirm button. */
  action: string
  /** The label of the cancel button. */
  keep?: string | undefined
  /** Whether the confirmed action can be undone. */
  isHarmless?: boolean
  busy: boolean
  onConfirm: () => void
  /** Called when the dialog closes without confirmation. */
  onCancel: () => void
  children: ReactNode
}

/**
 * Asks for confirmation of an action, as a rule an irreversible one. It is open while it is rendered. The native modal
 * dialog traps the focus and restores it afterwards.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep = 'Cancel', isHarmless, busy, onConfirm, onCancel, children } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useEffect(() => {
    dialog.current?.showModal()
    return () => dialog.current?.close()
  }, [])
  return (
    <dialog ref={dialog} className="confirm-dialog" aria-labelledby={titleId} onClose={onCancel}>
      <h2 id={titleId}>{title}</h2>
      {children}
      <div className="confirm-buttons">
        {/* The first button gets the focus, so pressing Enter cancels. */}
        <Button variant="quiet" disabled={busy} onClick={() => dialog.current?.close()}>
          {keep}
        </Button>
        <Button variant={isHarmless ? 'primary' : 'danger'} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}
