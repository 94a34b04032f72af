import { href, Link } from 'react-router'
import { type LegalSlug, legalTitles } from '#platform/http/legal-page.ts'
import { useSite } from './page-head.tsx'

/** Links to those of these legal pages that the shop has. */
export function LegalLinks({ pages }: { pages: readonly LegalSlug[] }) {
  const existing = useSite()?.legalPages ?? []
  const shown = pages.filter((page) => existing.includes(page))
  if (shown.length === 0) return null
  return (
    <ul className="legal-links text-14 row mt-16">
      {shown.map((slug) => (
        <li key={slug}>
          <Link to={href('/pages/:slug', { slug })}>{legalTitles[slug]}</Link>
        </li>
      ))}
    </ul>
  )
}
