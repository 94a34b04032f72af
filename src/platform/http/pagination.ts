/** The page of a list that a URL asks for: its zero-based number and how many items, or all. */
export type ListPlace = { page: number; size: number | 'all' }

const LARGEST_SIZE = 1000

/** Reads `?page=&size=` kindly: whatever makes no sense becomes the nearest thing that does. */
export function readListPlace(query: URLSearchParams, firstSize: number): ListPlace {
  const size = query.get('size')
  return {
    page: wholeNumber(query.get('page'), 0, Number.MAX_SAFE_INTEGER, 0),
    size: size === 'all' ? 'all' : wholeNumber(size, 1, LARGEST_SIZE, firstSize),
  }
}

/** How many pages hold `count` items; an empty list has one page. */
export function pageCount(count: number, size: number | 'all'): number {
  return size === 'all' ? 1 : Math.max(1, Math.ceil(count / size))
}

/** The same place, pulled back to the last page when it lies beyond it. */
export function withinList(place: ListPlace, count: number): ListPlace {
  return { ...place, page: Math.min(place.page, pageCount(count, place.size) - 1) }
}

function wholeNumber(text: string | null, lowest: number, highest: number, otherwise: number) {
  const number = Number(text?.trim() || Number.NaN)
  if (Number.isNaN(number)) return otherwise
  return Math.min(highest, Math.max(lowest, Math.floor(number)))
}

/** The page that a URL asks for of a list whose pages all have one size. */
export function readPage(query: URLSearchParams, size: number, count: number): number {
  return withinList({ page: readListPlace(query, size).page, size }, count).page
}
