import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { pageCount } from '#platform/http/pagination.ts'
import { PageHead } from '#web/page-head.tsx'
import { ListBar, type ListBarProps } from './list-bar.tsx'
import { Pager } from './pager.tsx'

type ListPageProps = ListBarProps & {
  title: string
  /** The page's heading, if it differs from the title. */
  name?: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The label and value of the total. */
  count?: { of: string; is: number | string } | undefined
  /** Links beside the heading. */
  aside?: ReactNode
  note?: ReactNode
  /** Between the bar and the list. */
  details?: ReactNode
  /** Shown instead of an empty list. */
  empty?: ReactNode
  children: ReactNode
  /** The numbered pages of the list: the current one, from 0, and the path of each. */
  pages?: { page: number; count: number; size: number; to: (page: number) => string }
  /** The links to other pages, if they are not numbered. */
  pager?: ReactNode
  /** The open dialogs about items of the list. */
  dialogs?: ReactNode
}

/** The layout of the dashboard's lists. */
export function ListPage(props: ListPageProps) {
  const { title, name = title, heading, count, aside, note, details, empty, children } = props
  const { pages, pager, dialogs, ...bar } = props
  return (
    <>
      <PageHead title={title} />
      <div className="list-header row">
        <h1 className="page-title" ref={heading} tabIndex={-1}>
          {name}
        </h1>
        {count && (
          <p className="soft unbroken" aria-live="polite">
            <span className="unseen-to-640">{count.of}</span>{' '}
            <strong className="plain">{count.is.toLocaleString('en-US')}</strong>
          </p>
        )}
        {aside}
      </div>
      {note}
      <ListBar {...bar} />
      {details}
      <div id="results" tabIndex={-1}>
        {empty || children}
      </div>
      {pages && <Pager page={pages.page} pageCount={pageCount(pages.count, pages.size)} to={pages.to} />}
      {pager}
      {dialogs}
    </>
  )
}

/**
 * The item that a dialog of the list is about. When its row disappears, the button that would get
 * the focus back disappears too, so the heading takes the focus.
 */
export function useChosenItem<Item>() {
  const [chosen, choose] = useState<Item | null>(null)
  return { chosen, choose, close: () => choose(null), ...useListHeading() }
}

export function useListHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  return { heading, focusHeading: () => heading.current?.focus() }
}
