import type { ReactNode } from 'react'
import { isRouteErrorResponse } from 'react-router'
import { LoadFailure } from './load-failure.tsx'
import { PageHead } from './page-head.tsx'

type PageErrorProps = {
  /** What the browser's tab is called. */
  title: string
  /** The page's heading, where it is not the title. */
  heading?: string
  /** What failed to load: "The orders failed to load." */
  text: string
  /** The frame of pages outside the dashboard. */
  className?: string
  /** What is said in place of the failure to whoever asked for what is not there. */
  instead?: { heading: string; body: ReactNode } | undefined
  /** A way on, whatever went wrong. */
  children?: ReactNode
}

/** What a page's `ErrorBoundary` shows: the page's name, what is known, and a way to try again. */
export function PageError(props: PageErrorProps) {
  const { title, heading = title, text, className, instead, children } = props
  const content = (
    <>
      <PageHead title={title} />
      <h1 className="page-title">{instead?.heading ?? heading}</h1>
      {instead ? instead.body : <LoadFailure text={text} />}
      {children}
    </>
  )
  return className ? <div className={className}>{content}</div> : content
}

/** Whether a page failed because what it is about is not there. */
export function isNotFound(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404
}
