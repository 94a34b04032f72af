import { href, Link, useMatch } from 'react-router'
import { legalSlugs, legalTitles } from '#platform/http/legal-page.ts'
import { type FooterLine, frameOf, type SiteFrame } from '#platform/http/site-frame.ts'
import { useSite } from '#web/page-head.tsx'
import { SiteTitle } from './site-title.tsx'

/** The footer; the demo's leads to the home page (product 2.8). Below it are contact and legal pages, once one is written. */
export function SiteFooter() {
  const isDashboard = useMatch({ path: href('/dashboard'), end: false }) !== null
  const site = useSite()
  const { footer } = frameOf(site)
  if (isDashboard) return <SlimFooter end={footer.end} />
  return (
    <>
      <FullFooter {...footer} />
      {site?.legalPages?.length ? (
        <nav className="legal-nav py-12" aria-label="Legal">
          <ul className="page-width row">
            <li>
              <Link to={href('/contact')}>Contact</Link>
            </li>
            {legalSlugs
              .filter((slug) => site.legalPages?.includes(slug))
              .map((slug) => (
                <li key={slug}>
                  <Link to={href('/pages/:slug', { slug })}>{legalTitles[slug]}</Link>
                </li>
              ))}
          </ul>
        </nav>
      ) : null}
    </>
  )
}

function SlimFooter({ end }: { end: string }) {
  return (
    <footer className="site-footer site-footer-slim">
      <p className="page-width row">
        <Link to={href('/')}>Home</Link> {end}
      </p>
    </footer>
  )
}

function FullFooter({ about, end, columns }: SiteFrame['footer']) {
  return (
    <footer className="site-footer">
      <div className="footer-columns page-width flex flex-wrap">
        <div className="footer-about grid gap-16 content-start">
          <SiteTitle />
          {about && <p>{about}</p>}
        </div>
        {columns.map(({ heading, lines }) => (
          <nav key={heading} aria-label={heading}>
            <p className="footer-heading mb-8 font-600">{heading}</p>
            <ul>
              {lines.map((line) => (
                <li key={line.text}>
                  <Line {...line} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="footer-end page-width">
        <p>{end}</p>
      </div>
    </footer>
  )
}

function Line({ text, to }: FooterLine) {
  if (to === '') return text
  // Also for addresses of elsewhere.
  return <Link to={to}>{text}</Link>
}
