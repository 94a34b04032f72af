import { href, Link, useMatch } from 'react-router'
import { SiteTitle } from './site-title.tsx'

const columns = [
  { heading: 'Tools', links: ['Wrenches', 'Striking', 'Cutting', 'Measuring'] },
  { heading: 'Service', links: ['Delivery', 'Warranty', 'Spare parts'] },
  { heading: 'House', links: ['Our works', 'Imprint', 'Privacy'] },
]

const ALL_PRICES = 'All prices in US dollars.'

/** The footer; the specification points all its links to the home page (product 2.8). */
export function SiteFooter() {
  const isDashboard = useMatch({ path: href('/dashboard'), end: false }) !== null
  return isDashboard ? <SlimFooter /> : <FullFooter />
}

/** The one-line footer of the dashboard. */
function SlimFooter() {
  return (
    <footer className="site-footer site-footer-slim">
      <p className="page-width row">
        <Link to={href('/')}>Home</Link> {ALL_PRICES}
      </p>
    </footer>
  )
}

function FullFooter() {
  return (
    <footer className="site-footer">
      <div className="footer-columns page-width">
        <div className="footer-about">
          <SiteTitle />
          <p>Tools by the crate, from the people who forge, grind and measure them.</p>
        </div>
        {columns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <p className="footer-heading">{heading}</p>
            <ul>
              {links.map((text) => (
                <li key={text}>
                  <Link to={href('/')}>{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="footer-end page-width">
        <p>{ALL_PRICES}</p>
      </div>
    </footer>
  )
}
