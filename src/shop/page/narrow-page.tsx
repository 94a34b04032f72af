import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

type NarrowPageProps = {
  /** The page's heading, and what the browser's tab is called. */
  title: string
  description?: string
  /** The page's one public URL; without one it stays out of search engines. */
  address?: string
  children: ReactNode
}

/** A page that is little more than a form. */
export function NarrowPage({ title, description, address, children }: NarrowPageProps) {
  return (
    <section className="page page-narrow">
      <PageHead title={title} {...(description && { description })} {...(address && { address })} />
      <h1 className="page-title">{title}</h1>
      {children}
    </section>
  )
}
