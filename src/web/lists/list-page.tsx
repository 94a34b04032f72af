import { type ReactNode, useRef, useState } from 'react'
import { ListHeader, type ListHeaderProps } from '#ui/lists/list-header.tsx'
import { PageHead } from '#web/page-head.tsx'

type ListPageProps = Pick<ListHeaderProps, 'heading' | 'count'> & {
  /** The title of the document. */
  title: string
  /** The page's heading. */
  name: string
  /** A link beside the heading. */
  aside?: ReactNode
  /** A note above the list. */
  note?: ReactNode
  /** The search form and other filters. */
  filters?: ReactNode
  /** Shown instead of an empty list. */
  empty?: ReactNode
  children: ReactNode
  pager?: ReactNode
}

/** The layout of the dashboard's lists. */
export function ListPage(props: ListPageProps) {
  const { title, name, heading, count, aside, note, filters, empty, children, pager } = props
  return (
    <>
      <PageHead title={title} />
      <ListHeader title={name} heading={heading} count={count}>
        {aside}
      </ListHeader>
      {note}
      {filters && <div className="list-filters">{filters}</div>}
      {empty || children}
      {pager}
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

/** The heading of a list, and a function that focuses it. */
export function useListHeading() {
  const heading = useRef<HTMLHeadingElement>(null)
  return { heading, focusHeading: () => heading.current?.focus() }
}
