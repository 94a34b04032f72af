import { useState } from 'react'
import { refusalText } from '#platform/http/api/rest-client.ts'
import { showToast } from '#ui/toast.ts'
import { useReload } from './session-end.ts'

/**
 * Sends a change of the page's data and reloads it, then shows `done`, or why it was refused. `change`
 * returns whether it was made.
 */
export function useChange() {
  const { reload } = useReload()
  const [isBusy, setBusy] = useState(false)
  const change = async (sending: Promise<unknown>, message?: string): Promise<boolean> => {
    setBusy(true)
    const failure = await sending.then(() => null, refusalText)
    await reload()
    setBusy(false)
    if (failure !== null) await showToast('error', failure)
    else if (message !== undefined) await showToast('success', message)
    return failure === null
  }
  return { isBusy, change }
}
