// Set on the header and other elements that notices must not cover.
const ABOVE_TOASTS = '[data-above-toasts]'

/** Keeps notices below the header, or at the top of the window when the header is out of view. */
export function keepToastsBelowHeader(): void {
  const update = () => {
    const bottoms = [...document.querySelectorAll(ABOVE_TOASTS)].map(
      (part) => part.getBoundingClientRect().bottom,
    )
    const top = Math.max(0, ...bottoms)
    document.documentElement.style.setProperty('--toasts-top', `${top}px`)
  }
  update()
  addEventListener('scroll', update, { passive: true })
  addEventListener('resize', update)
  // Other pages may have other such elements.
  new MutationObserver(update).observe(document.body, { childList: true, subtree: true })
}
