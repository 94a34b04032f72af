/** Query parameters; `undefined` omits a name, `true` adds the name without a value. */
export type Query = Record<string, string | number | true | undefined>

/** Appends a query: `/reviews` and `{ size: 20, page: 1 }` become `/reviews?size=20&page=1`. */
export function withQuery(path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = value === true ? '' : String(value)
    const part = new URLSearchParams({ [name]: text }).toString()
    return value === true ? part.slice(0, -1) : part
  })
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
