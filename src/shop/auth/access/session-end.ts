import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

/** Records whether the shop reports the session of this tab as ended. */
export function setSessionEnded(ended: boolean): void {
  hasEnded = ended
  for (const notify of listeners) notify()
}

/** Returns whether a request found the session ended while the page still shows its user. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasEnded,
    () => false,
  )
}

function listen(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
