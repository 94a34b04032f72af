import { useEffect, useState } from 'react'

type Load<Data> = (url: URL) => Promise<Data>
type Early = { url: string; startedAt: number; data: Promise<object> }

/** Data that was fetched longer ago is fetched again instead of being shown. */
const KEPT_MS = 30_000
/** Data that was asked for longer before the click is fetched again once it is shown. */
const NEW_MS = 500
const MOST_KEPT = 6

const loads = new Map<string, Load<object>>()
let early: Early[] = []
const refreshes = new WeakMap<object, () => Promise<object>>()

/**
 * Returns the `clientLoader` of the page at `pathname`, whose data may be fetched before the click
 * that opens it: with `prefetchPage`, when a link to it is pointed at or focused.
 */
export function prefetchable<Data extends object>(pathname: string, load: Load<Data>) {
  loads.set(pathname, load)
  return async ({ url }: { url: URL }): Promise<Data> => {
    // A click that came first would be followed by a fetch that nobody needs.
    clearTimeout(timer)
    const taken = take(url.href)
    if (!taken) return load(url)
    try {
      const data = (await taken.data) as Data
      if (performance.now() - taken.startedAt > NEW_MS) refreshes.set(data, () => load(url))
      return data
    } catch {
      return load(url)
    }
  }
}

function take(url: string): Early | undefined {
  const found = early.find((one) => one.url === url && isKept(one))
  early = early.filter((one) => one !== found && isKept(one))
  return found
}

const isKept = ({ startedAt }: Early) => performance.now() - startedAt < KEPT_MS

/** Fetches the data of a page that is likely to be opened next, if the page can and is loaded. */
export function prefetchPage(path: string): void {
  if (!navigator.onLine) return
  const url = new URL(path, location.origin)
  const load = loads.get(url.pathname)
  if (!load || url.pathname + url.search === location.pathname + location.search) return
  if (early.some((one) => one.url === url.href && isKept(one))) return
  const data = load(url)
  // The click fetches again, and shows why it fails.
  data.catch(() => {
    early = early.filter((one) => one.data !== data)
  })
  early = [...early.filter(isKept), { url: url.href, startedAt: performance.now(), data }]
  early = early.slice(-MOST_KEPT)
}

// A pointer that only passes over a link stays for a shorter time.
const INTENT_MS = 65
let timer: ReturnType<typeof setTimeout> | undefined

/** Does the same unless the pointer or the focus moves on at once; null when they did. */
export function prefetchSoon(path: string | null): void {
  clearTimeout(timer)
  if (path !== null) timer = setTimeout(prefetchPage, INTENT_MS, path)
}

/** The props of what opens a page without being a link. */
export function prefetchProps(path: () => string) {
  return {
    onMouseEnter: () => prefetchSoon(path()),
    onFocus: () => prefetchSoon(path()),
    onPointerDown: () => prefetchPage(path()),
  }
}

/** Forgets what was fetched early, as after signing in or out. */
export function forgetPrefetched(): void {
  early = []
}

/**
 * Returns a page's data. If they were fetched before the click, they are fetched again as soon as
 * they are shown, so that a change since then replaces them.
 */
export function useLatest<Data extends object>(loaded: Data): Data {
  const [latest, setLatest] = useState({ of: loaded, data: loaded })
  useEffect(() => {
    const refresh = refreshes.get(loaded) as (() => Promise<Data>) | undefined
    if (!refresh) return
    refreshes.delete(loaded)
    let isCurrent = true
    refresh().then(
      (data) => {
        if (isCurrent && !isSame(data, loaded)) setLatest({ of: loaded, data })
      },
      // What is shown stays.
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [loaded])
  return latest.of === loaded ? latest.data : loaded
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other)
