/**
 * A script for every page that types as a person does. Playwright's own function assigns a field's value:
 * it appends to numbers and e-mails, whose selection it can't read, and React takes the assignment for
 * the page's own and ignores the event.
 */
export const TYPE_TEXT = `() => {
  const focused = (root) =>
    root.activeElement?.shadowRoot ? focused(root.activeElement.shadowRoot) : root.activeElement
  const typeText = (text) => {
    const element = focused(document)
    if (element instanceof HTMLIFrameElement) return element
    document.execCommand('insertText', false, text)
  }
  Object.defineProperty(window, '__pw_bidiInsertText', { get: () => typeText, set: () => {} })
}`
