import type { ReactNode } from 'react'
import { href, Link } from 'react-router'
import { buttonVariant } from '#ui/button.tsx'
import { PageHead } from './page-head.tsx'

/** The content of the shop's 404 page (product 2.1), with further ways to go on. */
export function NotFound({ children }: { children?: ReactNode }) {
  return (
    <section className="page page-message stack justify-items-start">
      <PageHead
        title="Page not found"
        description="There is no page at this address. You can find all tools, blog posts and reviews from the home page."
      />
      <p className="page-code block soft font-720 tabular" aria-hidden="true">
        404
      </p>
      <h1 className="page-title">This page is not in our catalogue</h1>
      <p>The URL may be mistyped, or the tool is no longer made.</p>
      <Link className={buttonVariant.primary} to={href('/')}>
        Back to home
      </Link>
      {children}
    </section>
  )
}
