/** Nested data of form fields with brackets, such as `metadata[order]=7`. Every leaf is a string. */
export type NestedForm = { [key: string]: NestedForm | string }

const maxDepth = 5

/**
 * Parses a query string or form body in Stripe's notation. Lists (`expand[]`, `expand[0]`) become objects keyed by
 * position. Returns undefined when fields conflict (`a=1&a[b]=2`), or contain NUL, which PostgreSQL can't store.
 */
export function readFormBody(text: string): NestedForm | undefined {
  const root = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) {
    const path = fieldPath(name)
    if (!path || value.includes('\0') || !put(root, path, value)) return undefined
  }
  return root
}

function fieldPath(name: string): string[] | undefined {
  const match = /^([^[\]\0]+)((?:\[[^[\]\0]*\])*)$/.exec(name)
  if (!match?.[1]) return undefined
  const inner = Array.from((match[2] ?? '').matchAll(/\[([^[\]]*)\]/g), (part) => part[1] ?? '')
  return inner.length < maxDepth ? [match[1], ...inner] : undefined
}

function put(form: NestedForm, path: string[], value: string): boolean {
  const [head, ...rest] = path
  const key = head || String(Object.keys(form).length)
  if (rest.length === 0) {
    if (key in form) return false
    form[key] = value
    return true
  }
  form[key] ??= emptyForm()
  const next = form[key]
  return typeof next === 'object' && put(next, rest, value)
}

/** Has no prototype, so that a field named `__proto__` is an ordinary field. */
function emptyForm(): NestedForm {
  return Object.create(null)
}
