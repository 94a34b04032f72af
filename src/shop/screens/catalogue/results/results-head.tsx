import type { ReactNode } from 'react'
import { ViewSwitch } from '#shop/screens/catalogue/table/view-switch.tsx'
import { listHeadProps } from '#ui/lists/list-head.ts'

type ResultsHeadProps = {
  title: string
  breadcrumbs?: ReactNode
  /** How many were found. */
  count: string
  total: number
  isLoading: boolean
  /** The paths of the two views. */
  cards: string
  table: string
  isTable: boolean
  /** The controls before the views. */
  children?: ReactNode
}

/** The line above results: the title, how many there are, and how they are shown. */
export function ResultsHead(props: ResultsHeadProps) {
  const { title, breadcrumbs, count, total, isLoading, children, ...views } = props
  return (
    <section className="results-head" aria-label="Tools found" {...listHeadProps}>
      {breadcrumbs}
      <h1 className="page-title work-title">{title}</h1>
      <p className="list-count" aria-live="polite" aria-busy={isLoading}>
        <strong>{count}</strong> {total === 1 ? 'tool' : 'tools'}
      </p>
      <div className="results-controls">
        {children}
        {total > 0 && <ViewSwitch {...views} />}
      </div>
    </section>
  )
}
