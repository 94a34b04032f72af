// Set on the header and other elements that notices must not cover.
const ABOVE_TOASTS = '[data-above-toasts]'

/**
 * Keeps notices below where the header is at the top of the page. They stay there while the page
 * scrolls, because one that moved under the pointer would take the press of a button.
 */
export function keepToastsBelowHeader(): void {
  const update = () => {
    const shown = [...document.querySelectorAll(ABOVE_TOASTS)]
      .map((part) => part.getBoundingClientRect())
      .filter(({ height }) => height > 0)
    const top = Math.max(0, ...shown.map(({ bottom }) => bottom + scrollY))
    document.documentElement.style.setProperty('--toasts-top', `${top}px`)
  }
  update()
  addEventListener('resize', update)
  // Other pages may have other such elements.
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
}
