import type { Change, OwnChanges } from './change-notices.server.ts'

/** A cache of data from the database. */
export type ChangeFollower = {
  drop: (change: Change) => void
  /** Whether every change will be reported from now on. */
  setExact: (isExact: boolean) => void
}

/** Reports changes in the database, by this process or others, to followers. */
export type ChangeFeed = {
  follow: (follower: ChangeFollower) => void
  stop: () => Promise<void>
}

/** Exchanges changes with other processes. */
export type Exchange = {
  send: (names: readonly string[]) => void
  stop: () => Promise<void>
}

/** The receiving side of an exchange. */
export type Receiver = {
  change: (change: Change) => void
  setExact: (isExact: boolean) => void
}

/**
 * Reports this process's changes and, through the exchange that `open` returns, those of other
 * processes. Without it, there are none.
 */
export function createChangeFeed(
  ownChanges: OwnChanges,
  open?: (receiver: Receiver) => Exchange,
): ChangeFeed {
  const followers = new Set<ChangeFollower>()
  let isExact = !open
  const change = (changed: Change) => {
    for (const follower of followers) follower.drop(changed)
  }
  const exchange = open?.({
    change,
    setExact: (exact) => {
      isExact = exact
      for (const follower of followers) follower.setExact(exact)
    },
  })
  ownChanges((names) => {
    change(names)
    exchange?.send(names)
  })
  return {
    follow: (follower) => {
      followers.add(follower)
      follower.setExact(isExact)
    },
    stop: async () => exchange?.stop(),
  }
}
