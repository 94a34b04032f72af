import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { Button } from './button.tsx'

type ConfirmDialogProps = {
  title: string
  /** The label of the confirm button; null where nothing can be confirmed. */
  action: string | null
  /** The label of the cancel button. */
  keep?: string | undefined
  /** Whether the confirmed action can be undone; Enter in the last field confirms it then. */
  isHarmless?: boolean
  busy: boolean
  /** Whether it can't be confirmed yet. */
  disabled?: boolean | undefined
  /** Why it was not done, beside the buttons. */
  error?: string | undefined
  /** Called when something in it is typed or chosen. */
  onEdit?: (() => void) | undefined
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
  const {
    title,
    action,
    keep = 'Cancel',
    isHarmless,
    busy,
    disabled,
    error,
    onEdit,
    onConfirm,
    onCancel,
  } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const isClosed = useRef(false)
  // At once and once: the dialog's own `close` event may come after a click has opened the next one.
  const close = () => {
    if (isClosed.current) return
    isClosed.current = true
    dialog.current?.close()
    onCancel()
  }
  useEffect(() => {
    const opened = dialog.current
    isClosed.current = false
    opened?.showModal()
    return () => {
      isClosed.current = true
      opened?.close()
    }
  }, [])
  const confirmAtEnd = ({ key, target, currentTarget }: KeyboardEvent<HTMLElement>) => {
    const last = [...currentTarget.querySelectorAll('input, select, textarea')].at(-1)
    const isLast = last === target && last instanceof HTMLInputElement
    if (key === 'Enter' && isLast && isHarmless && !busy && !disabled) onConfirm()
  }
  // The strict mode of development closes and opens it again before its `close` event comes.
  const closeIfClosed = () => dialog.current?.open === false && close()
  return (
    <dialog
      ref={dialog}
      className="confirm-dialog surface rounded plain break-anywhere"
      aria-labelledby={titleId}
      onClose={closeIfClosed}
    >
      <h2 id={titleId} className="mb-12 text-24 font-720">
        {title}
      </h2>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the fields in it */}
      <div onInput={onEdit} onKeyDown={confirmAtEnd}>
        {props.children}
      </div>
      <div className="confirm-buttons flex flex-wrap gap-12">
        {error !== undefined && (
          <p className="form-error callout" role="alert">
            {error}
          </p>
        )}
        {/* The first button gets the focus, so pressing Enter cancels. */}
        <Button variant="quiet" disabled={busy} onClick={close}>
          {keep}
        </Button>
        {action !== null && (
          <Button
            variant={isHarmless ? 'primary' : 'danger'}
            busy={busy}
            disabled={disabled}
            onClick={onConfirm}
          >
            {action}
          </Button>
        )}
      </div>
    </dialog>
  )
}
