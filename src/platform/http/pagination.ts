/** The requested page of a list: zero-based number, and items per page or 'all'. */
export type PageParams = { page: number; size: number | 'all' }

const MAX_SIZE = 1000

/** Reads `?page=&size=`. Invalid values become the default or the nearest valid value. */
export function readPageParams(query: URLSearchParams, defaultSize: number): PageParams {
  const size = query.get('size')
  return {
    page: wholeNumber(query.get('page'), 0, Number.MAX_SAFE_INTEGER, 0),
    size: size === 'all' ? 'all' : wholeNumber(size, 1, MAX_SIZE, defaultSize),
  }
}

/** The number of pages for `count` items; an empty list has one page. */
export function pageCount(count: number, size: number | 'all'): number {
  return size === 'all' ? 1 : Math.max(1, Math.ceil(count / size))
}

/** The same page, or the last one if the list is shorter. */
export function clampPage(params: PageParams, count: number): PageParams {
  return { ...params, page: Math.min(params.page, pageCount(count, params.size) - 1) }
}

function wholeNumber(text: string | null, min: number, max: number, fallback: number) {
  const number = Number(text?.trim() || Number.NaN)
  if (Number.isNaN(number)) return fallback
  return Math.min(max, Math.max(min, Math.floor(number)))
}

/** Reads `?page=` of a list with a fixed page size; returns the zero-based page. */
export function readPage(query: URLSearchParams, size: number, count: number): number {
  return clampPage({ page: readPageParams(query, size).page, size }, count).page
}
