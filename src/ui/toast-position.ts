// The header and whatever else a notice must not cover carry this attribute.
const ABOVE_TOASTS = '[data-above-toasts]'

/** Keeps notices below the header, or at the top of the window once the header is scrolled away. */
export function keepToastsBelowHeader(): void {
  const place = () => {
    const bottoms = [...document.querySelectorAll(ABOVE_TOASTS)].map(
      (part) => part.getBoundingClientRect().bottom,
    )
    const top = Math.max(0, ...bottoms)
    document.documentElement.style.setProperty('--toasts-top', `${top}px`)
  }
  place()
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
  // Another page may have other parts.
  new MutationObserver(place).observe(document.body, { childList: true, subtree: true })
}
