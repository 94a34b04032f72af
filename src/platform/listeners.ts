/** A set of listeners; `listen` returns the unsubscribe function, as `useSyncExternalStore` wants it. */
export function createListeners() {
  const listeners = new Set<() => void>()
  return {
    listen: (notify: () => void) => {
      listeners.add(notify)
      return () => {
        listeners.delete(notify)
      }
    },
    notifyAll: () => {
      for (const notify of listeners) notify()
    },
  }
}
