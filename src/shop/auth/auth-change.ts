import { useSyncExternalStore } from 'react'
import { createListeners } from '#platform/listeners.ts'

let changes = 0
const { listen, notifyAll } = createListeners()

/** Runs a change of the signed-in user; until it completes, the current user is unknown. */
export async function withAuthChange<Result>(change: () => Promise<Result>): Promise<Result> {
  count(1)
  try {
    return await change()
  } finally {
    count(-1)
  }
}

export function isAuthChanging(): boolean {
  return changes > 0
}

/** Returns whether such a change is in progress in this tab. */
export function useIsAuthChanging(): boolean {
  return useSyncExternalStore(listen, isAuthChanging, () => false)
}

function count(by: 1 | -1): void {
  changes += by
  notifyAll()
}
