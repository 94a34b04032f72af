import { Link } from 'react-router'

type NeighbourPagesProps = {
  /** The addresses of the pages before this one; null when it is the first. */
  before: { first: string; previous: string } | null
  /** The addresses of the pages after this one; null when it is the last. */
  after: { next: string; last: string } | null
  /** What the ends of the list are called. */
  ends: { first: string; last: string }
}

/** The ways on from a page of a list that is too long to number its pages. */
export function CursorPager({ before, after, ends }: NeighbourPagesProps) {
  if (!before && !after) return null
  return (
    <nav className="pager" aria-label="Pages">
      <Way to={before?.first} text={ends.first} />
      <Way to={before?.previous} text="Previous" />
      <Way to={after?.next} text="Next" />
      <Way to={after?.last} text={ends.last} />
    </nav>
  )
}

function Way({ to, text }: { to: string | undefined; text: string }) {
  if (to === undefined) return <span className="pager-page pager-off">{text}</span>
  return (
    <Link to={to} className="pager-page">
      {text}
    </Link>
  )
}
