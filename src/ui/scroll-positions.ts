/** Where the router stores the scroll positions of a tab, for `<ScrollRestoration storageKey>`. */
export const SCROLL_POSITIONS = 'scroll-positions'

/** How far down the page of a history entry (`location.key`) was when its document was left. */
export function storedScrollPosition(key: string): number | undefined {
  try {
    const position = JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS) ?? '{}')[key]
    return typeof position === 'number' ? position : undefined
  } catch {
    // Storage is off in this browser.
    return undefined
  }
}
