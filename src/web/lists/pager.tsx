import { type FormEvent, useId } from 'react'
import { Link, useNavigate } from 'react-router'
import { listHeadLinkProps } from '#ui/lists/list-head.ts'

type PagerProps = {
  /** Zero-based. */
  page: number
  pageCount: number
  to: (page: number) => string
}

// This many buttons fill less than a screen on a phone.
const ALL_SHOWN = 40

/**
 * Page buttons between Previous and Next, numbered from 1. Long lists omit distant pages and add a
 * field to go to any page.
 */
export function Pager({ page, pageCount, to }: PagerProps) {
  if (pageCount < 2) return null
  return (
    <nav className="pager row" aria-label="Pages">
      <PagerStep text="Previous" to={page > 0 ? to(page - 1) : undefined} />
      {shownPages(page, pageCount).map((shown, index, all) => (
        <span key={shown} className="pager-step">
          {index > 0 && shown - (all[index - 1] ?? shown) > 1 && <span aria-hidden="true">…</span>}
          <Link
            to={to(shown)}
            {...listHeadLinkProps}
            className="pager-page"
            aria-current={shown === page ? 'page' : undefined}
            aria-label={`Page ${shown + 1}`}
          >
            {shown + 1}
          </Link>
        </span>
      ))}
      <PagerStep text="Next" to={page < pageCount - 1 ? to(page + 1) : undefined} />
      {pageCount > ALL_SHOWN && <PageJump pageCount={pageCount} to={to} />}
    </nav>
  )
}

/** A field for a page's number, from 1, for lists with too many pages for a button each. */
function PageJump({ pageCount, to }: Omit<PagerProps, 'page'>) {
  const id = useId()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const number = Number(new FormData(event.currentTarget).get('number'))
    event.currentTarget.reset()
    void navigate(to(number - 1), listHeadLinkProps)
  }
  return (
    <form className="page-jump scripted line gap-8 unbroken" onSubmit={submit}>
      <label htmlFor={id}>Go to page</label>
      <input
        id={id}
        name="number"
        type="number"
        inputMode="numeric"
        className="field-input"
        min={1}
        max={pageCount}
        required
      />
      <button type="submit" className="pager-page">
        Go
      </button>
    </form>
  )
}

/** A link to a neighbouring page; disabled without a path. */
export function PagerStep({ text, to }: { text: string; to: string | undefined }) {
  if (to === undefined) return <span className="pager-page">{text}</span>
  return (
    <Link to={to} {...listHeadLinkProps} className="pager-page">
      {text}
    </Link>
  )
}

/**
 * Returns the page buttons to show: all of a short list; of a long one the first and last, two on
 * either side of the current page, and any page that would be the only one omitted.
 */
export function shownPages(page: number, pageCount: number): number[] {
  if (pageCount <= ALL_SHOWN) return Array.from({ length: pageCount }, (_, shown) => shown)
  const near = Array.from({ length: 5 }, (_, index) => page - 2 + index)
  const inside = near.filter((shown) => shown >= 0 && shown < pageCount)
  const shown = [...new Set([0, ...inside, pageCount - 1])].sort((a, b) => a - b)
  return shown.flatMap((page, index) => (shown[index + 1] === page + 2 ? [page, page + 1] : [page]))
}
