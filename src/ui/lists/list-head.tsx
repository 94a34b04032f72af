import type { ReactNode, RefObject } from 'react'

type ListHeadProps = {
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** What is counted, and how many there are: "Orders", "1,204". */
  count?: { of: string; is: string } | undefined
  /** A way on from the list, at the end of the line. */
  children?: ReactNode
}

/** The first line of a list: its title, which can take the focus, and how long it is. */
export function ListHead({ title, heading, count, children }: ListHeadProps) {
  return (
    <div className="list-head">
      <h1 className="page-title" ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {count && (
        <p className="list-count" aria-live="polite">
          <span className="list-count-of">{count.of}</span> <strong>{count.is}</strong>
        </p>
      )}
      {children}
    </div>
  )
}
