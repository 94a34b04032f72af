import type { ReactNode } from 'react'
import { PageHead } from './page-head.tsx'

type NarrowPageProps = {
  title: string
  description?: string
  /** The page's canonical path; pages without one are not indexed. */
  path?: string
  children: ReactNode
}

/** A page that consists mainly of a form. */
export function NarrowPage({ title, description, path, children }: NarrowPageProps) {
  return (
    <section className="page page-narrow">
      <PageHead title={title} description={description} path={path} />
      <h1 className="page-title">{title}</h1>
      {children}
    </section>
  )
}
