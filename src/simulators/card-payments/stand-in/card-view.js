import { formatExpiry, groupCardNumber } from './card-format.js'

const fieldStyles = `
  .fields { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; }
  .fields > * { flex: 1 1 7.5rem; }
  .fields > :first-child { flex-basis: 100%; }
  .fields > :nth-child(2) { flex: 2 1 11.75rem; }
  .fields > :nth-child(3) { flex-basis: 6rem; }
  label {
    display: block; margin-bottom: 0.375rem;
    font-size: var(--card-label-size, 0.875rem); font-weight: var(--card-label-weight, inherit);
  }
  input {
    box-sizing: border-box; width: 100%; min-height: 2.75rem; padding: 0.5rem 0.75rem;
    font: inherit; font-size: max(1rem, var(--card-font-size, 1rem)); font-variant-numeric: tabular-nums;
    color: var(--card-color, inherit); background: var(--card-background, transparent);
    border: 1px solid var(--card-border, color-mix(in srgb, currentColor 55%, transparent));
    border-radius: var(--card-radius, 0.375rem);
  }
  input::placeholder { color: var(--card-placeholder, color-mix(in srgb, currentColor 70%, transparent)); opacity: 1; }
  input:focus { outline: 2px solid currentColor; outline-offset: 2px; }
  input[aria-invalid='true'] {
    color: var(--card-invalid, light-dark(#b3261e, #ffb4ab));
    border-color: var(--card-invalid, light-dark(#b3261e, #ffb4ab));
  }
  input:disabled { opacity: 0.6; cursor: not-allowed; }
`

const fields = {
  number: {
    label: 'Card number',
    placeholder: '1234 1234 1234 1234',
    autocomplete: 'cc-number',
    format: groupCardNumber,
  },
  expiry: {
    label: 'Expiration date (MM / YY)',
    placeholder: 'MM / YY',
    autocomplete: 'cc-exp',
    format: formatExpiry,
  },
  cvc: {
    label: 'CVC',
    placeholder: 'CVC',
    autocomplete: 'cc-csc',
    format: (text) => text.replace(/\D/g, '').slice(0, 4),
  },
  postalCode: {
    label: 'ZIP',
    placeholder: '12345',
    autocomplete: 'billing postal-code',
    format: (text) => text.slice(0, 12),
  },
}

/**
 * Creates the card's fields inside `container`. A shadow root isolates them from the page's styles and form data, as
 * Stripe's iframe does. Returns the inputs by name.
 */
export function renderCardFields(container, { hidePostalCode }) {
  const host = container.appendChild(document.createElement('div'))
  const root = host.attachShadow({ mode: 'open' })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(fieldStyles)
  root.adoptedStyleSheets = [sheet]
  const grid = root.appendChild(document.createElement('div'))
  grid.className = 'fields'
  const inputs = {}
  for (const [name, field] of Object.entries(fields)) {
    if (name === 'postalCode' && hidePostalCode) continue
    inputs[name] = renderField(grid, name, field)
  }
  return { host, inputs }
}

function renderField(grid, name, { label, placeholder, autocomplete, format }) {
  const cell = grid.appendChild(document.createElement('div'))
  const caption = cell.appendChild(document.createElement('label'))
  const input = cell.appendChild(document.createElement('input'))
  caption.textContent = label
  caption.htmlFor = name
  Object.assign(input, { id: name, name, type: 'text', placeholder, autocomplete })
  input.inputMode = name === 'postalCode' ? 'text' : 'numeric'
  input.required = true
  input.spellcheck = false
  input.addEventListener('input', (event) => reformat(input, format, event.inputType ?? ''))
  return input
}

/** Formats the input and keeps the caret behind the same digit. */
function reformat(input, format, inputType) {
  const typed = input.value
  const caret = input.selectionStart ?? typed.length
  const deleting = inputType.startsWith('delete')
  const formatted = format(typed, deleting)
  if (formatted === typed) return
  input.value = formatted
  if (caret >= typed.length) return
  const digitsBefore = typed.slice(0, caret).replace(/\D/g, '').length
  let position = 0
  for (let seen = 0; seen < digitsBefore && position < formatted.length; position += 1) {
    if (/\d/.test(formatted[position])) seen += 1
  }
  input.setSelectionRange(position, position)
}

/** Applies the part of Stripe's `appearance` option that single-line fields need. */
export function applyAppearance(host, appearance) {
  const { variables = {}, rules = {} } = appearance ?? {}
  setProperties(host, {
    '--card-color': variables.colorText,
    '--card-placeholder': variables.colorTextPlaceholder,
    '--card-background': variables.colorBackground,
    '--card-invalid': variables.colorDanger,
    '--card-radius': variables.borderRadius,
    '--card-font-size': variables.fontSizeBase,
    '--card-border': rules['.Input']?.borderColor,
    '--card-label-size': rules['.Label']?.fontSize,
    '--card-label-weight': rules['.Label']?.fontWeight,
    'font-family': variables.fontFamily,
  })
}

/** Applies the part of Stripe's `style` option that single-line fields need. */
export function applyStyle(host, style) {
  const base = style?.base ?? {}
  setProperties(host, {
    '--card-color': base.color,
    '--card-font-size': base.fontSize,
    '--card-placeholder': base['::placeholder']?.color,
    '--card-invalid': style?.invalid?.color,
    'font-family': base.fontFamily,
    'font-weight': base.fontWeight,
  })
}

function setProperties(host, properties) {
  for (const [name, value] of Object.entries(properties)) {
    if (value) host.style.setProperty(name, value)
  }
}
