import { useSyncExternalStore } from 'react'

let hasEnded = false
const listeners = new Set<() => void>()

/** Notes what the shop said last: whether whom this tab took for signed in still is. */
export function noteSessionEnd(ended: boolean): void {
  hasEnded = ended
  for (const tell of listeners) tell()
}

/** Whether a call found out that the session ended elsewhere, and the page does not know it yet. */
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
