import type { ReactNode, RefObject } from 'react'

export type ListHeaderProps = {
  title: string
  heading: RefObject<HTMLHeadingElement | null>
  /** The label and value of the total: "Orders", "1,204". */
  count?: { of: string; is: string } | undefined
  /** Links or buttons at the end of the line. */
  children?: ReactNode
}

/** The first line of a list: its focusable title and its total. */
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
