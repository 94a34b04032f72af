import { useState } from 'react'
import { showToast } from './toast.ts'

/** Runs a download; a failure shows a toast. */
export function useSave(download: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    await download().catch(() => showToast('error', 'The download failed. Please try again.'))
    setBusy(false)
  }
  return { busy, save }
}
