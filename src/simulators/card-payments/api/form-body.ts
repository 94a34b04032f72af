/** Form fields with brackets (`metadata[order]=7`) as nested data: every leaf is a string. */
export type NestedForm = { [key: string]: NestedForm | string }

const deepest = 5

/**
 * Reads a query string or a form body in the provider's notation. Lists (`expand[]`, `expand[0]`) become objects
 * keyed by position. Answers undefined when the fields contradict each other (`a=1&a[b]=2`) or hold what a database
 * can't (NUL).
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
  return inner.length < deepest ? [match[1], ...inner] : undefined
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

/** Without a prototype, so that a field named `__proto__` is only a name. */
function emptyForm(): NestedForm {
  return Object.create(null)
}
