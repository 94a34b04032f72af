import type { ReactNode, RefObject } from 'react'

export type ListHeaderProps = {
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** What is counted, and how many there are: "Orders", "1,204". */
  count?: { of: string; is: string } | undefined
  /** A way on from the list, at the end of the line. */
  children?: ReactNode
}

/** The first line of a list: its title, which can take the focus, and how long it is. */
export function ListHeader({ title, heading, count, children }: ListHeaderProps) {
  return (
    <div className="list-header">
      <h1 className="page-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {count && (
        <p className="list-total" aria-live="polite">
          <span className="list-total-of">{count.of}</span> <strong>{count.is}</strong>
        </p>
      )}
      {children}
    </div>
  )
}
