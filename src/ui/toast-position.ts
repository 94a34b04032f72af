// Set on the header and other elements that notices must not cover.
const ABOVE_TOASTS = '[data-above-toasts]'

/**
 * Keeps notices below where the header is at the top of the page. They stay there while the page
 * scrolls, because one that moved under the pointer would take the press of a button.
 */
export function keepToastsBelowHeader(): void {
  const update = () => {
    const bottoms = [...document.querySelectorAll(ABOVE_TOASTS)].map((part) => {
      const { height, bottom } = part.getBoundingClientRect()
      if (height === 0) return 0
      return getComputedStyle(part).position === 'sticky' ? bottom : bottom + scrollY
    })
    const top = Math.max(0, ...bottoms)
    document.documentElement.style.setProperty('--toasts-top', `${top}px`)
  }
  update()
  addEventListener('resize', update)
  // Other pages may have other such elements.
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
}
