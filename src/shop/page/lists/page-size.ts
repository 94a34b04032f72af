import type { Query } from '#platform/http/query.ts'
/** An option of the page-size selector: what it is called, and the size that it asks for. */
export type PageSize = { label: string; value: string }

/**
 * A page size as a URL's query: `{ size: '20' }`. Where two options carry the same size, one of them names
 * itself (`{ size: '20', label: '15' }`), so that it is still the chosen one after a reload.
 */
export function sizeQuery(options: readonly PageSize[], { label, value }: PageSize): Query {
  const isClear = label === value || options.filter((one) => one.value === value).length === 1
  return { size: value, label: isClear ? undefined : label }
}

/** The option that a URL's query names by its label, when it also carries the size in force. */
export function namedPageSize(
  options: readonly PageSize[],
  query: URLSearchParams,
  size: number | 'all',
): PageSize {
  const value = String(size)
  const named = options.find((one) => one.value === value && one.label === query.get('label'))
  return named ?? { label: value, value }
}
