import { PagerStep } from './pager.tsx'

type CursorPagerProps = {
  /** The addresses of the pages before this one; null when it is the first. */
  before: { first: string; previous: string } | null
  /** The addresses of the pages after this one; null when it is the last. */
  after: { next: string; last: string } | null
  /** What the ends of the list are called. */
  ends: { first: string; last: string }
}

/** The ways on from a page of a list that is too long to number its pages. */
export function CursorPager({ before, after, ends }: CursorPagerProps) {
  if (!before && !after) return null
  return (
    <nav className="pager" aria-label="Pages">
      <PagerStep to={before?.first} text={ends.first} />
      <PagerStep to={before?.previous} text="Previous" />
      <PagerStep to={after?.next} text="Next" />
      <PagerStep to={after?.last} text={ends.last} />
    </nav>
  )
}
