import { Link } from 'react-router'

type PagerProps = {
  /** Zero-based. */
  page: number
  pageCount: number
  /** The address of a page. */
  to: (page: number) => string
}

/** Page buttons, labelled one above their index; long lists leave out the far ones. */
export function Pager({ page, pageCount, to }: PagerProps) {
  if (pageCount < 2) return null
  return (
    <nav className="pager" aria-label="Pages">
      {shownPages(page, pageCount).map((shown, place, all) => (
        <span key={shown} className="contents">
          {place > 0 && shown - (all[place - 1] ?? shown) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(shown)}
            preventScrollReset
            className={shown === page ? 'pager-page pager-here' : 'pager-page'}
            aria-current={shown === page ? 'page' : undefined}
            aria-label={`Page ${shown + 1}`}
          >
            {shown + 1}
          </Link>
        </span>
      ))}
    </nav>
  )
}

/** The first and last page, two on either side of this one, and a page that would be left out alone. */
export function shownPages(page: number, pageCount: number): number[] {
  const near = Array.from({ length: 5 }, (_, place) => page - 2 + place)
  const inside = near.filter((shown) => shown >= 0 && shown < pageCount)
  const shown = [...new Set([0, ...inside, pageCount - 1])].sort((a, b) => a - b)
  return shown.flatMap((one, place) => (shown[place + 1] === one + 2 ? [one, one + 1] : [one]))
}
