import { Link } from 'react-router'
import { SiteTitle } from './site-title.tsx'

const columns = [
  { heading: 'Tools', links: ['Wrenches', 'Striking', 'Cutting', 'Measuring'] },
  { heading: 'Service', links: ['Delivery', 'Warranty', 'Spare parts'] },
  { heading: 'House', links: ['Our works', 'Imprint', 'Privacy'] },
]

/** The footer; the specification leads all its links home (spec 2). */
export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="footer-columns">
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
                  <Link to="/">{text}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="footer-end">
        <p>All prices in US dollars.</p>
      </div>
    </footer>
  )
}
