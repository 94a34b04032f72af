import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type ConfirmDialogProps = {
  title: string
  /** What the button says that does it. */
  action: string
  /** What the button says that does not. */
  keep?: string | undefined
  busy: boolean
  onConfirm: () => void
  /** It was closed without doing it: by the button, Escape, or the browser. */
  onCancel: () => void
  children: ReactNode
}

/**
 * Asks before something that can't be undone. It is open as long as it is rendered: a modal dialog
 * of the browser's own, which keeps the focus inside and gives it back afterwards.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, action, keep = 'Cancel', busy, onConfirm, onCancel, children } = props
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
        {/* The first button has the focus: Enter alone harms nobody. */}
        <Button variant="quiet" disabled={busy} onClick={() => dialog.current?.close()}>
          {keep}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </dialog>
  )
}
