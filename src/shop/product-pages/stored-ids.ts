import { useSyncExternalStore } from 'react'
import { storageEntry } from '#platform/browser-storage.ts'

const NONE: string[] = []

/** A short list of product ids that this browser remembers; the shop never receives it. */
export type StoredIds = {
  /** The ids, the newest last. */
  read: () => string[]
  /** The same for a component that follows them; empty in the server's HTML. */
  useIds: () => string[]
  add: (id: string) => void
  remove: (id: string) => void
  clear: () => void
}

/** Opens a list of at most `max` ids; the newest replaces the oldest. */
export function storedIds(key: string, max: number): StoredIds {
  const entry = storageEntry('localStorage', key)
  const listeners = new Set<() => void>()
  let last: { text: string | null; ids: string[] } = { text: null, ids: NONE }

  const read = () => {
    const text = entry.read()
    // The same array for the same text, so that React sees no change.
    if (text !== last.text) last = { text, ids: text ? text.split(' ').slice(-max) : NONE }
    return last.ids
  }
  const write = (ids: string[]) => {
    entry.write(ids.slice(-max).join(' '))
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    const onOtherTab = (event: StorageEvent) => {
      if (event.key === key) listener()
    }
    listeners.add(listener)
    addEventListener('storage', onOtherTab)
    return () => {
      listeners.delete(listener)
      removeEventListener('storage', onOtherTab)
    }
  }
  const without = (id: string) => read().filter((one) => one !== id)
  return {
    read,
    useIds: () => useSyncExternalStore(subscribe, read, () => NONE),
    add: (id) => write([...without(id), id]),
    remove: (id) => write(without(id)),
    clear: () => write([]),
  }
}
