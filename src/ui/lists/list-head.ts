/** Marks the element to focus after a list's page changes; the default is the page's heading. */
export const listHeadProps = { tabIndex: -1, 'data-list-head': '' } as const

const TO_LIST_HEAD = 'toListHead'

/** The props of a link to another page of the same list: `<Link {...listHeadLinkProps} />`. */
export const listHeadLinkProps = {
  preventScrollReset: true,
  state: { [TO_LIST_HEAD]: true },
} as const

/** Whether a navigation came from a link with `listHeadLinkProps`. */
export function isToListHead(state: unknown): boolean {
  return typeof state === 'object' && state !== null && TO_LIST_HEAD in state
}

/** Scrolls to the head of the list and focuses it, so that reading continues at its first item. */
export function goToListHead(): void {
  const head = document.querySelector<HTMLElement>('main [data-list-head]') ?? pageHeading()
  head?.scrollIntoView()
  focusWithoutScroll(head)
}

/** Focuses the page's heading without scrolling. */
export function focusPageHeading(): void {
  focusWithoutScroll(pageHeading())
}

function pageHeading(): HTMLElement | null {
  return document.querySelector('main h1') ?? document.querySelector('main')
}

function focusWithoutScroll(element: HTMLElement | null): void {
  if (!element) return
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1
  element.focus({ preventScroll: true })
}
