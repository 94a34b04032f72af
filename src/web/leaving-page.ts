const LEAVING_MS = 5_000

/**
 * Lets the user leave while the router loads code for another page. Firefox aborts that load, which the
 * router treats as a failure: it reloads the page, which would replace the page that the user navigates
 * to. Older browsers, without the Navigation API, keep the router's behaviour.
 */
export function keepLeaving(): void {
  if (!('navigation' in window)) return
  let leftAt = Number.NEGATIVE_INFINITY
  window.addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
  navigation.addEventListener('navigate', (event) => {
    const isScripted = event.navigationType === 'reload' && !event.userInitiated
    if (isScripted && performance.now() - leftAt < LEAVING_MS) event.preventDefault()
  })
}
