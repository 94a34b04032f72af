import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/listeners.ts'

let hasEnded = false
const { listen, notifyAll } = createListeners()

/** Records whether the shop reports the session of this tab as ended. */
export function setSessionEnded(ended: boolean): void {
  hasEnded = ended
  notifyAll()
}

/**
 * Whether the session has ended: reloading the page's data would leave it for the login, and with it the
 * notice and what was typed.
 */
export const sessionHasEnded = (): boolean => hasEnded

/** Returns whether a request found the session ended while the page still shows its user. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasEnded,
    () => false,
  )
}
