import { type ReactNode, useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { showToast } from '#ui/toast.ts'
import { useReload } from './session-end.ts'

type SendDialogProps = {
  title: string
  action: string
  isHarmless?: boolean
  /** Whether it can't be sent yet. */
  disabled?: boolean
  /** Sends it; throws when it is refused. A text says what is missing or wrong, and nothing was sent. */
  send: () => string | Promise<unknown>
  /** What is wrong already before it is sent. */
  problem?: string | undefined
  message: string
  onClosed: () => void
  /** Called when it was sent and the page's data is up to date. */
  onSent?: () => void
  children: ReactNode
}

/** Asks for a change and sends it; stays open, with the reason, while that is refused. */
export function SendDialog(props: SendDialogProps) {
  const { send, problem, message, onClosed, onSent, ...dialog } = props
  const { reload } = useReload()
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    const sending = send()
    if (typeof sending === 'string') return setError(sending)
    setBusy(true)
    const failure = await sending.then(() => null, refusalText)
    setBusy(false)
    if (failure !== null) return setError(failure)
    onClosed()
    await reload()
    onSent?.()
    await showToast('success', message)
  }
  return (
    <ConfirmDialog
      {...dialog}
      busy={isBusy}
      error={error ?? problem}
      onEdit={() => setError(undefined)}
      onConfirm={confirm}
      onCancel={onClosed}
    />
  )
}
