import type { Query } from '#platform/http/query.ts'
export type PageSize = { label: string; value: string }

/**
 * Returns a page size as a URL query: `{ size: '20' }`. When two options share a size, one also
 * adds its label (`{ size: '20', label: '15' }`), so that it is still selected after a reload.
 */
export function sizeQuery(options: readonly PageSize[], { label, value }: PageSize): Query {
  const isClear = label === value || options.filter((option) => option.value === value).length === 1
  return { size: value, label: isClear ? undefined : label }
}

/** Returns the option that a URL names by its label, if it also has the current size. */
export function namedPageSize(
  options: readonly PageSize[],
  query: URLSearchParams,
  size: number | 'all',
): PageSize {
  const value = String(size)
  const named = options.find((option) => option.value === value && option.label === query.get('label'))
  return named ?? { label: value, value }
}

/**
 * Whether the URL contains a label of another option. The form sends one label with every option when
 * the page runs no scripts.
 */
export function hasOtherLabel(options: readonly PageSize[], query: URLSearchParams): boolean {
  const label = query.get('label')
  return (
    label !== null && !options.some((option) => option.label === label && option.value === query.get('size'))
  )
}

/** Returns the option that shares its size with one of that label, if there is one. */
export function ambiguousOption(options: readonly PageSize[]): PageSize | undefined {
  return options.find(
    (option) => option.label !== option.value && options.some(({ label }) => label === option.value),
  )
}
