import type { ReactNode } from 'react'
import { Link } from 'react-router'

type HomeSectionProps = {
  id: string
  title: string
  /** A link to the whole list. */
  more: { text: string; to: string }
  children: ReactNode
}

/** The start of a list on the home page, with a link to all of it. */
export function HomeSection({ id, title, more, children }: HomeSectionProps) {
  return (
    <section className="home-section" aria-labelledby={id}>
      <div className="section-head">
        <h2 id={id} className="section-title">
          {title}
        </h2>
        <Link to={more.to} className="text-link" prefetch="intent">
          {more.text}
        </Link>
      </div>
      {children}
    </section>
  )
}
