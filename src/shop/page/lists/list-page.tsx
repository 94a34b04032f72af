import { type ReactNode, useRef, useState } from 'react'
import { PageHead } from '#shop/page/page-head.tsx'
import { ListHeader, type ListHeaderProps } from '#ui/lists/list-header.tsx'

type ListPageProps = Pick<ListHeaderProps, 'heading' | 'count'> & {
  /** What the browser's tab is called. */
  title: string
  /** The page's heading. */
  name: string
  /** A way on from the list, beside its heading. */
  aside?: ReactNode
  /** What to know before the list. */
  note?: ReactNode
  /** Searches and other choices of what the list shows. */
  filters?: ReactNode
  /** What is said in place of a list without items. */
  empty?: ReactNode
  /** The list. */
  children: ReactNode
  pager?: ReactNode
}

/** The frame of the dashboard's lists. */
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
 * The item that a dialog of the list is about. When its row goes, so does the button in it that
 * would get the focus back: the list's heading takes it.
 */
export function useChosenItem<Item>() {
  const [chosen, choose] = useState<Item | null>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  return {
    chosen,
    choose,
    close: () => choose(null),
    heading,
    focusHeading: () => heading.current?.focus(),
  }
}
