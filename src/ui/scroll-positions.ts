/** The sessionStorage key of the scroll positions, for `<ScrollRestoration storageKey>`. */
export const SCROLL_POSITIONS = 'scroll-positions'

/** The stored scroll position, in pixels, of a history entry (`location.key`); undefined if unknown. */
export function storedScrollPosition(key: string): number | undefined {
  try {
    const position = JSON.parse(sessionStorage.getItem(SCROLL_POSITIONS) ?? '{}')[key]
    return typeof position === 'number' ? position : undefined
  } catch {
    // The browser blocks storage.
    return undefined
  }
}
