import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** Returns false during server rendering and hydration, and true afterwards. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}
