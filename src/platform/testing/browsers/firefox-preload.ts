/**
 * A script that runs before every page's own.
 *
 * It types as a person does. Playwright's own function assigns a field's value: it appends to numbers
 * and e-mails, whose selection it can't read, and React takes the assignment for the page's own and
 * ignores the event.
 *
 * It removes the properties that reflect ARIA attributes as elements, such as ariaLabelledByElements:
 * Firefox 153 crashes when they are read from two worlds, as by Playwright and axe. Both then read the
 * attributes.
 */
export const PRELOAD_SCRIPT = `() => {
  const focused = (root) =>
    root.activeElement?.shadowRoot ? focused(root.activeElement.shadowRoot) : root.activeElement
  const typeText = (text) => {
    const element = focused(document)
    if (element instanceof HTMLIFrameElement) return element
    document.execCommand('insertText', false, text)
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => typeText, set: () => {} })

  for (const name of Object.getOwnPropertyNames(Element.prototype)) {
    if (/^aria.+Elements?$/.test(name)) delete Element.prototype[name]
  }
}`
