import type { ReactNode } from 'react'
import { statusOf } from '#ui/lists/failure-advice.ts'
import { LoadFailure } from './load-failure.tsx'
import { PageHead } from './page-head.tsx'

type PageErrorProps = {
  title: string
  /** The page's heading, if it differs from the title. */
  heading?: string
  /** What failed to load, as a sentence: "The orders failed to load." */
  text: string
  /** The frame of pages outside the dashboard. */
  className?: string
  /** Shown instead of the failure when the page's subject does not exist. */
  instead?: { heading: string; body: ReactNode } | undefined
  /** Links shown in any case. */
  children?: ReactNode
}

/** The content of a page's `ErrorBoundary`: the page's name, the known cause, and a retry. */
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

type PageErrorOptions = Pick<PageErrorProps, 'heading' | 'className' | 'children'> & {
  /** A page whose subject does not exist: "No such post", and a link to the list, or what else it says. */
  missing?: { title?: string; heading: string; list?: ReactNode; body?: ReactNode }
}

/** The `ErrorBoundary` of a page: `export const ErrorBoundary = pageError('Messages', 'The messages')`. */
export function pageError(title: string, what: string, { missing, ...props }: PageErrorOptions = {}) {
  return ({ error }: { error: unknown }) => {
    const text = `${what} failed to load.`
    if (!missing || !isNotFound(error)) return <PageError title={title} text={text} {...props} />
    const { heading, list, body = <p>It was deleted, or the link is wrong. {list}</p> } = missing
    const instead = { heading, body }
    return <PageError title={missing.title ?? title} text={text} {...props} instead={instead} />
  }
}

export function isNotFound(error: unknown): boolean {
  return statusOf(error) === 404
}
