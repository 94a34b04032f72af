import { PagerStep } from './pager.tsx'

type CursorPagerProps = {
  /** The paths of the pages before this one; null on the first. */
  before: { first: string; previous: string } | null
  /** The paths of the pages after this one; null on the last. */
  after: { next: string; last: string } | null
  ends: { first: string; last: string }
}

/** Links to the neighbouring pages of a list that is too long to number its pages. */
export function CursorPager({ before, after, ends }: CursorPagerProps) {
  if (!before && !after) return null
  return (
    <nav className="pager soft row" aria-label="Pages">
      <PagerStep to={before?.first} text={ends.first} />
      <PagerStep to={before?.previous} text="Previous" />
      <PagerStep to={after?.next} text="Next" />
      <PagerStep to={after?.last} text={ends.last} />
    </nav>
  )
}
