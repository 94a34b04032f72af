import { useState } from 'react'
import { RestRefusal } from '#platform/http/api/rest-client.ts'
import { showToast } from './toast.ts'

/** Runs a download; a failure shows a toast, with the shop's reason if it refused. */
export function useSave(download: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download().catch((error: unknown) => showToast('error', textOf(error)))
    setBusy(false)
  }
  return { busy, save }
}

function textOf(error: unknown): string {
  const isReason = error instanceof RestRefusal && [422, 429].includes(error.status)
  return isReason ? error.message : 'The download failed. Please try again.'
}
