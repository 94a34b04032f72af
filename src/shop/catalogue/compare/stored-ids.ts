import { useSyncExternalStore } from 'react'
import { storageEntry } from '#platform/browser-storage.ts'

const NONE: string[] = []

/** Opens a list of at most `max` product ids, stored in this browser only. The newest replaces the oldest. */
export function storedIds(key: string, max: number) {
  const entry = storageEntry('localStorage', key)
  const listeners = new Set<() => void>()
  let last: { text: string | null; ids: string[] } = { text: null, ids: NONE }

  // With listeners, every change is announced, so that many rows share one read.
  let known: string | null | undefined
  const read = () => {
    const text = known === undefined ? entry.read() : known
    // The same array for the same text, so that React sees no change.
    if (text !== last.text) last = { text, ids: text ? text.split(' ').slice(-max) : NONE }
    return last.ids
  }
  const write = (ids: string[]) => {
    entry.write(ids.slice(-max).join(' '))
    notify()
  }
  const notify = () => {
    known = entry.read()
    for (const listener of listeners) listener()
  }
  const onOtherTab = (event: StorageEvent) => {
    // Clearing the storage names no key.
    if (event.key === key || event.key === null) notify()
  }
  const subscribe = (listener: () => void) => {
    if (listeners.size === 0) {
      known = entry.read()
      addEventListener('storage', onOtherTab)
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      known = undefined
      removeEventListener('storage', onOtherTab)
    }
  }
  const without = (id: string) => read().filter((storedId) => storedId !== id)
  return {
    read,
    /** The same as a hook; empty in the server's HTML. */
    useIds: () => useSyncExternalStore(subscribe, read, () => NONE),
    /** A value derived from the ids; the component re-renders only when it changes. */
    useSelector: <Value extends string | number | boolean>(select: (ids: string[]) => Value) =>
      useSyncExternalStore(
        subscribe,
        () => select(read()),
        () => select(NONE),
      ),
    add: (id: string) => write([...without(id), id]),
    remove: (id: string) => write(without(id)),
    clear: () => write([]),
  }
}
