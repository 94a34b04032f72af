import type { Change, OwnChanges } from './change-notices.server.ts'

/** Whoever holds copies of what is in the database. */
export type ChangeFollower = {
  drop: (change: Change) => void
  /** Whether every change will be told from now on. */
  setExact: (isExact: boolean) => void
}

/** Tells followers what changes in the database, by this process or by others. */
export type ChangeFeed = {
  follow: (follower: ChangeFollower) => void
  stop: () => Promise<void>
}

/** How changes come from and go to other processes. */
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
 * Follows this process's own changes, and those of others through what `open` opens; without it
 * there are no others, as on the embedded database.
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
