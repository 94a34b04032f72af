import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

/** Records whether the shop reports the session of this tab as ended. */
export function noteSessionEnd(ended: boolean): void {
  hasEnded = ended
  for (const tell of listeners) tell()
}

/** Returns whether a request found the session ended while the page still shows its user. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasEnded,
    () => false,
  )
}

function listen(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}
