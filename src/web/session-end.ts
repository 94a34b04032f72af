import { useCallback, useSyncExternalStore } from 'react'
import { useRevalidator } from 'react-router'
import { createListeners } from '#platform/listeners.ts'

let hasEnded = false
const { listen, notifyAll } = createListeners()

/** Records whether the shop reports the session of this tab as ended. */
export function setSessionEnded(ended: boolean): void {
  hasEnded = ended
  notifyAll()
}

/** Returns whether a request found the session ended while the page still shows its user. */
export function useHasSessionEnded(): boolean {
  return useSyncExternalStore(
    listen,
    () => hasEnded,
    () => false,
  )
}

/**
 * Like useRevalidator, for reloading a page's data after a change. When the change found the session
 * ended, the page stays as it is: its loaders would lead to the login, and the notice and what was typed
 * would be gone.
 */
export function useReload(): { reload: () => Promise<void>; isReloading: boolean } {
  const { revalidate, state } = useRevalidator()
  const reload = useCallback(async () => {
    if (!hasEnded) await revalidate()
  }, [revalidate])
  return { reload, isReloading: state !== 'idle' }
}
