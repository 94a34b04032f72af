/** What a URL's query carries: `undefined` leaves a name out, `true` stands for the name alone. */
export type Query = Record<string, string | number | true | undefined>

/** A path with its query: `/reviews` and `{ size: 20, page: 1 }` make `/reviews?size=20&page=1`. */
export function withQuery(path: string, query: Query): string {
  const parts = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const text = value === true ? '' : String(value)
    const part = new URLSearchParams({ [name]: text }).toString()
    return value === true ? part.slice(0, -1) : part
  })
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`
}
